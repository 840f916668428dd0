//! A slow and literal lister of plays, rule by rule, to compare the generators with.
//!
//! A board is stacks of letters, each side in its own numbering: `c` a checker, `s` and `r` simple and
//! royal ones, `1` and `2` those of two laps, `p` one that is pinned. While a turn is being played a
//! letter may carry a mark: it has hit in this turn, or it has hit and then joined an own one.

use std::collections::HashSet;

use arrayvec::ArrayVec;
use nardy::board::{
    AnyBoard, BAR, Board, EATEN, Lap, LapBoard, OFF, Pair, PinBoard, Roll, RoyalBoard, Track,
};
use nardy::rules::{
    Crossing, FirstChecker, FirstMoveDoubles, Head, HideCheck, HitAndBearOff, HitAndHide, Landing,
    Movement, Prime, PrimeCheck, Quarter,
};

/// A letter with its mark in the bits above.
type Token = u16;
type Stack = ArrayVec<Token, 16>;
/// Places 0 (off) to 25 (bar) and 26 for what was eaten.
type Side = [Stack; 27];

const HAS_HIT: Token = 1 << 8;
const HAS_HIDDEN: Token = 2 << 8;
const MARKS: Token = HAS_HIT | HAS_HIDDEN;

const fn letter(token: Token) -> Token {
    token & 0xff
}

const fn is(token: Token, wanted: u8) -> bool {
    letter(token) == wanted as Token
}

/// A turn under way.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    me: Side,
    opp: Side,
    dice: ArrayVec<u8, 4>,
    heads: u8,
    crossed: bool,
    first_die: u8,
    hitter_off: bool,
}

/// What is asked: the movement, and how many checkers may leave the head.
struct Turn<'a> {
    movement: &'a Movement,
    heads: u8,
}

/// All final boards, written down; where nothing can be moved the board as it was.
pub fn finals(
    movement: &Movement,
    board: &AnyBoard,
    roll: Roll,
    is_first: bool,
) -> HashSet<String> {
    let (me, opp) = (side(board, 0), side(board, 1));
    let (high, low) = (roll.high().pips(), roll.low().pips());
    let dice: ArrayVec<u8, 4> =
        if roll.is_double() { [high; 4].into() } else { [high, low].into_iter().collect() };
    let start = Node { me, opp, dice, heads: 0, crossed: false, first_die: 0, hitter_off: false };
    let one = Turn { movement, heads: 1 };
    let (used, found) = one.play(&start, roll);
    if movement.head == Head::Free || !is_first {
        return found;
    }
    let two = Turn { movement, heads: 2 };
    let all = start.dice.len();
    // L-07.
    match movement.first_move_doubles {
        FirstMoveDoubles::Never => found,
        FirstMoveDoubles::ListedDoubles => {
            if roll.is_double() && [3, 4, 6].contains(&high) {
                two.play(&start, roll).1
            } else {
                found
            }
        }
        FirstMoveDoubles::WhenBlockedDoubles if !roll.is_double() => found,
        FirstMoveDoubles::WhenBlocked | FirstMoveDoubles::WhenBlockedDoubles => {
            let (more, with_two) = two.play(&start, roll);
            if used < all && more > used { with_two } else { found }
        }
    }
}

impl Turn<'_> {
    /// How many dice are used, and the final boards.
    fn play(&self, start: &Node, roll: Roll) -> (usize, HashSet<String>) {
        let mut levels = vec![HashSet::from([start.clone()])];
        loop {
            let last = levels.last().expect("a level");
            let mut next = HashSet::new();
            for node in last {
                for (after, _) in self.steps(node) {
                    next.insert(after);
                }
            }
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        let ends: Vec<Vec<&Node>> =
            levels.iter().map(|level| level.iter().filter(|n| self.may_end(n)).collect()).collect();
        let is_laps = start.me.iter().flatten().any(|&t| is(t, b'1') || is(t, b'2'));
        if is_laps && self.movement.crossing == Crossing::Voluntary {
            return self.voluntary(&ends, roll);
        }
        let used = (0..ends.len()).rev().find(|&n| !ends[n].is_empty()).unwrap_or(0);
        let mut nodes = ends.get(used).cloned().unwrap_or_default();
        // V-05: a prime before the whole enemy army is opened if it can be.
        if nodes.iter().any(|node| !self.shuts_in_army(node)) {
            nodes.retain(|node| !self.shuts_in_army(node));
        }
        // G-09.
        let high = roll.high().pips();
        if used == 1 && !roll.is_double() && nodes.iter().any(|n| n.first_die == high) {
            nodes.retain(|n| n.first_die == high);
        }
        self.unless_forced(&mut nodes);
        (used, nodes.into_iter().map(|node| written(&node.me, &node.opp)).collect())
    }

    /// D-05.
    fn voluntary(&self, ends: &[Vec<&Node>], roll: Roll) -> (usize, HashSet<String>) {
        let ordinary = |n: usize| ends[n].iter().filter(|node| !node.crossed);
        let must = (0..ends.len()).rev().find(|&n| ordinary(n).count() > 0).unwrap_or(0);
        let high = roll.high().pips();
        let by_high = must == 1 && !roll.is_double() && ordinary(1).any(|n| n.first_die == high);
        let avoid_off = self.movement.hit_and_bear_off == HitAndBearOff::OnlyIfForced
            && ordinary(must).any(|node| !node.hitter_off);
        let mut found = HashSet::new();
        for (used, level) in ends.iter().enumerate().skip(must) {
            for node in level {
                let low_alone = used == 1 && by_high && node.first_die != high;
                let goes_on = self
                    .steps(node)
                    .into_iter()
                    .any(|(after, crosses)| !crosses && self.may_end(&after));
                let avoidable = avoid_off && node.hitter_off;
                if !(low_alone || goes_on || avoidable) {
                    found.insert(written(&node.me, &node.opp));
                }
            }
        }
        (must, found)
    }

    fn unless_forced(&self, nodes: &mut Vec<&Node>) {
        if self.movement.hit_and_bear_off == HitAndBearOff::OnlyIfForced
            && nodes.iter().any(|node| !node.hitter_off)
        {
            nodes.retain(|node| !node.hitter_off);
        }
    }

    fn may_end(&self, node: &Node) -> bool {
        let hides = node.me.iter().flatten().any(|token| token & HAS_HIDDEN != 0);
        let at_end = self.movement.prime_check == PrimeCheck::End;
        !hides && (!at_end || self.prime_is_fine(&node.me, &node.opp))
    }

    /// Every legal step: the node after it, and whether it crosses.
    fn steps(&self, node: &Node) -> Vec<(Node, bool)> {
        let mut found = Vec::new();
        let mut tried = Vec::new();
        for (n, &die) in node.dice.iter().enumerate() {
            if tried.contains(&die) {
                continue;
            }
            tried.push(die);
            let mut rest = node.dice.clone();
            rest.remove(n);
            // G-12.
            let places = if node.me[BAR].is_empty() { 1..=24 } else { BAR..=BAR };
            for from in places {
                for at in self.movable(node, from) {
                    self.step(node, from, at, die.into(), &rest, &mut found);
                }
            }
        }
        found
    }

    /// Which checkers of a stack may be picked up.
    fn movable(&self, node: &Node, from: usize) -> Vec<usize> {
        let stack = &node.me[from];
        let Some(&top) = stack.last() else { return Vec::new() };
        if is(top, b'1') || is(top, b'2') {
            return vec![stack.len() - 1]; // D-07
        }
        let mut kinds = Vec::new();
        for (at, token) in stack.iter().enumerate() {
            if !is(*token, b'p') && !stack[..at].contains(token) {
                kinds.push(at);
            }
        }
        kinds
    }

    fn step(
        &self,
        node: &Node,
        from: usize,
        at: usize,
        die: usize,
        rest: &ArrayVec<u8, 4>,
        found: &mut Vec<(Node, bool)>,
    ) {
        let token = node.me[from][at];
        let mut lifted = node.clone();
        lifted.dice = rest.clone();
        if lifted.first_die == 0 {
            lifted.first_die = die as u8;
        }
        if from == 24 {
            if self.movement.head == Head::OnePerTurn && node.heads >= self.heads {
                return; // L-06
            }
            if self.movement.head == Head::OnePerTurn {
                lifted.heads += 1;
            }
            let left_before = node.me[..24].iter().any(|stack| !stack.is_empty());
            let passed = node.me[..12].iter().any(|stack| !stack.is_empty());
            if self.movement.first_checker == FirstChecker::MustPass && left_before && !passed {
                return; // V-05
            }
        }
        lifted.me[from].remove(at);
        if lifted.me[from].is_empty() && from <= 24 {
            // What was pinned there is free again.
            let facing = self.movement.track.facing(from);
            for token in &mut lifted.opp[facing] {
                *token = if is(*token, b'p') { b'c'.into() } else { *token };
            }
        }
        if from > die {
            self.land(&lifted, token, from - die, false, found);
            return;
        }
        // G-14.
        if (7..=BAR).all(|place| node.me[place].is_empty()) {
            let higher = (from + 1..=6).any(|place| !node.me[place].is_empty());
            if from == die || !higher {
                // G-15, G-16.
                let mut off = lifted.clone();
                off.hitter_off |= token & MARKS != 0;
                off.me[OFF].push(letter(token));
                off.me[OFF].sort_unstable();
                self.keep(off, false, found);
            }
        }
        // D-03, D-04, D-10.
        let outsider = !node.opp[OFF].is_empty() && node.me[OFF].is_empty();
        if is(token, b'1') && !outsider {
            let turned = Token::from(b'2') | token & MARKS;
            let mut across = lifted;
            across.crossed = true;
            self.land(&across, turned, from + 24 - die, true, found);
        }
    }

    fn land(
        &self,
        lifted: &Node,
        token: Token,
        to: usize,
        crosses: bool,
        found: &mut Vec<(Node, bool)>,
    ) {
        let mut after = lifted.clone();
        let facing = self.movement.track.facing(to);
        let guards = after.opp[facing].iter().filter(|token| !is(**token, b'p')).count();
        let joins = !after.me[to].is_empty();
        let hits = match self.movement.landing {
            Landing::Block if guards > 0 => return, // L-05
            Landing::Block => false,
            _ if guards >= 2 => return,                     // S-08
            Landing::Pin if guards == 1 && joins => return, // the own checker there is pinned
            _ => guards == 1,
        };
        if is(token, b'r') && joins {
            return;
        }
        if hits && self.movement.landing == Landing::Pin {
            after.opp[facing][0] = b'p'.into(); // V-03
        } else if hits {
            let victim = after.opp[facing].pop().map_or(0, letter);
            let (place, becomes) = match victim as u8 {
                b'r' => (EATEN, b'r'),
                b'1' | b'2' => (BAR, b'2'), // D-06
                other => (BAR, other),
            };
            after.opp[place].push(becomes.into());
            after.opp[place].sort_unstable();
        }
        let watched = match self.movement.hide {
            HitAndHide::Allowed => false,
            HitAndHide::Forbidden => true,
            HitAndHide::ForbiddenInHome => to <= 6,
        };
        let had_hit = token & MARKS != 0;
        let mark = match () {
            () if hits && watched => HAS_HIT,
            () if had_hit && joins && self.movement.hide_check == HideCheck::Step => return,
            () if had_hit && joins => HAS_HIDDEN, // S-20
            () if had_hit => HAS_HIT,
            () => 0,
        };
        after.me[to].push(letter(token) | mark);
        if !is(token, b'1') && !is(token, b'2') {
            after.me[to].sort_unstable();
        }
        self.keep(after, crosses, found);
    }

    /// Keeps a step whose points may be held.
    fn keep(&self, after: Node, crosses: bool, found: &mut Vec<(Node, bool)>) {
        let by_step = self.movement.prime_check == PrimeCheck::Step;
        if by_step && !self.prime_is_fine(&after.me, &after.opp) {
            return; // L-12
        }
        let held = |points: std::ops::RangeInclusive<usize>| {
            points.filter(|&point| !after.me[point].is_empty()).count()
        };
        let enemy_quarter =
            (1..=24).filter(|&p| !after.me[p].is_empty() && self.facing(p) >= 19).count();
        let fits = match self.movement.quarter {
            Quarter::Free => true,
            Quarter::NotAllOwn => held(19..=24) < 6, // V-05
            Quarter::FourOfEnemy => enemy_quarter <= 4, // V-06
        };
        if fits {
            found.push((after, crosses));
        }
    }

    fn facing(&self, point: usize) -> usize {
        match self.movement.track {
            Track::Contrary => 25 - point,
            Track::Parallel if point <= 12 => point + 12,
            Track::Parallel => point - 12,
        }
    }

    /// L-10, L-11.
    fn prime_is_fine(&self, me: &Side, opp: &Side) -> bool {
        if self.movement.prime == Prime::Free {
            return true;
        }
        let mine: Vec<usize> =
            (1..=24).filter(|&p| !me[p].is_empty()).map(|p| self.facing(p)).collect();
        (1..=19).all(|low| {
            let all_six = (low..low + 6).all(|q| mine.contains(&q));
            !all_six || (1..low).any(|q| !opp[q].is_empty())
        })
    }

    fn shuts_in_army(&self, node: &Node) -> bool {
        if self.movement.quarter != Quarter::NotAllOwn || !node.opp[OFF].is_empty() {
            return false;
        }
        let army: Vec<usize> = (1..=24).filter(|&q| !node.opp[q].is_empty()).collect();
        let [at] = army[..] else { return false };
        let mine = |q: usize| (1..=24).any(|p| !node.me[p].is_empty() && self.facing(p) == q);
        at > 6 && (at - 6..at).all(mine)
    }
}

fn side(board: &AnyBoard, side: usize) -> Side {
    let mut stacks: Side = std::array::from_fn(|_| Stack::new());
    let fill = |stack: &mut Stack, letter: u8, count: u8| {
        stack.extend(std::iter::repeat_n(Token::from(letter), count.into()));
    };
    for (place, stack) in stacks.iter_mut().enumerate().take(BAR + 1) {
        match board {
            AnyBoard::Plain(board) => fill(stack, b'c', board.counts(side)[place]),
            AnyBoard::Pins(board) => {
                let letter = if board.is_pinned(side, place) { b'p' } else { b'c' };
                fill(stack, letter, board.counts().counts(side)[place]);
            }
            AnyBoard::Royal(board) => {
                let Pair { simple, royal } = board.pair(side, place);
                fill(stack, b'r', royal);
                fill(stack, b's', simple);
            }
            AnyBoard::Laps(board) => {
                let of = |lap: Lap| Token::from(if lap == Lap::First { b'1' } else { b'2' });
                stack.extend(board.stack(side, place).map(of));
            }
        }
    }
    fill(&mut stacks[EATEN], b'r', board.eaten(side));
    stacks
}

/// A board as the oracle writes it.
pub fn write(board: &AnyBoard) -> String {
    written(&side(board, 0), &side(board, 1))
}

fn written(me: &Side, opp: &Side) -> String {
    let stack = |(place, stack): (usize, &Stack)| {
        let mut letters: Vec<u8> = stack.iter().map(|&token| letter(token) as u8).collect();
        let ordered = letters.iter().any(|l| matches!(l, b'1' | b'2')) && place != OFF;
        if !ordered {
            letters.sort_unstable();
        }
        String::from_utf8(letters).expect("letters")
    };
    let side = |side: &Side| side.iter().enumerate().map(stack).collect::<Vec<_>>().join(";");
    format!("{}|{}", side(me), side(opp))
}

/// A small generator of numbers, the same everywhere.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    /// Yes, once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// A board with checkers put down at random, as the kind of `like` has them: anything that the
/// generators must take, though play may not lead there.
pub fn random_board(
    like: &AnyBoard,
    track: Track,
    checkers: u8,
    numbers: &mut Numbers,
) -> AnyBoard {
    let mut rows = [[0_u8; 26]; 2];
    let near_end = numbers.once_in(3);
    let hits = track == Track::Contrary && !matches!(like, AnyBoard::Pins(_));
    let mut pinned = [0_u32; 2];
    for side in 0..2 {
        let spread = 1 + numbers.below(9);
        let reach = if near_end { 6 + numbers.below(3) } else { 24 };
        let low = if numbers.once_in(4) { numbers.below(24 - reach.min(23) + 1) } else { 0 };
        let points: Vec<usize> =
            (0..spread).map(|_| 1 + low + numbers.below(reach - low.min(reach - 1))).collect();
        let mut left = checkers;
        if numbers.once_in(3) {
            let off = numbers.below(usize::from(checkers)) as u8;
            rows[side][OFF] = off;
            left -= off;
        }
        if hits && numbers.once_in(4) {
            let bar = 1 + numbers.below(2) as u8;
            rows[side][BAR] = bar.min(left);
            left -= rows[side][BAR];
        }
        for _ in 0..left {
            let free = |p: &usize| *p <= 24 && (side == 0 || rows[0][track.facing(*p)] == 0);
            let wanted = points[numbers.below(points.len())];
            let point = Some(wanted).filter(free).or_else(|| {
                let start = numbers.below(24);
                (0..24).map(|n| 1 + (start + n) % 24).find(free)
            });
            rows[side][point.unwrap_or(OFF)] += 1;
        }
    }
    if let AnyBoard::Pins(_) = like {
        for point in 1..=24 {
            let facing = track.facing(point);
            // One of a point's owners gives way to a pin of the other.
            if rows[0][point] == 0 && rows[1][facing] > 0 && rows[0][OFF] > 0 && numbers.once_in(3)
            {
                rows[0][OFF] -= 1;
                rows[0][point] = 1;
                pinned[0] |= 1 << point;
            } else if rows[1][facing] == 0
                && rows[0][point] > 0
                && rows[1][OFF] > 0
                && numbers.once_in(3)
            {
                rows[1][OFF] -= 1;
                rows[1][facing] = 1;
                pinned[1] |= 1 << facing;
            }
        }
    }
    match like {
        AnyBoard::Plain(_) => Board::new(rows[0], rows[1]).into(),
        AnyBoard::Pins(_) => PinBoard::new(Board::new(rows[0], rows[1]), pinned).into(),
        AnyBoard::Royal(_) => random_royals(&rows, numbers).into(),
        AnyBoard::Laps(_) => {
            let mut board = LapBoard::EMPTY;
            for (side, row) in rows.iter().enumerate() {
                for (place, &count) in row.iter().enumerate() {
                    for _ in 0..count {
                        let second = place == BAR || numbers.once_in(3);
                        board.push(side, place, if second { Lap::Second } else { Lap::First });
                    }
                }
            }
            board.into()
        }
    }
}

fn random_royals(rows: &[[u8; 26]; 2], numbers: &mut Numbers) -> RoyalBoard {
    let mut board = RoyalBoard::EMPTY;
    for (side, row) in rows.iter().enumerate() {
        let (mut simples, mut royals) = (8_u8, 7_u8);
        for (place, &count) in row.iter().enumerate() {
            let mut pair = Pair::default();
            for _ in 0..count {
                let royal = royals > 0 && place != BAR && (simples == 0 || numbers.once_in(2));
                if royal {
                    (pair.royal, royals) = (pair.royal + 1, royals - 1);
                } else if simples > 0 {
                    (pair.simple, simples) = (pair.simple + 1, simples - 1);
                }
            }
            board.set(side, place, pair);
        }
        board.set(side, EATEN, Pair { simple: 0, royal: royals });
    }
    board
}
