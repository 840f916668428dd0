//! The other side of a duel.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use nardy::board::id::gnubg::print_position_id;
use nardy::board::{Board, Roll, Setup, Side};
use nardy::eval::{Chances, Evaluator, Evaluators, validate};
use nardy::rules::{Position, Variant};

/// What is asked: a throw and the boards after its plays, the next side to throw as side 0.
pub struct Question {
    /// Before the throw, the side to play as side 0.
    pub board: Board,
    /// The throw.
    pub roll: Roll,
    /// After each play; at least two.
    pub plays: Vec<Board>,
}

/// Answers many questions at a time: for each the number of the play.
pub trait Player {
    /// Chooses.
    fn choose(&mut self, questions: &[Question]) -> Result<Vec<usize>>;
}

impl Player for Evaluators {
    fn choose(&mut self, questions: &[Question]) -> Result<Vec<usize>> {
        let mut chances = Vec::new();
        let choose = |question: &Question| {
            chances.resize(question.plays.len(), Chances::default());
            self.evaluate(&question.plays, &mut chances);
            let equities = chances.iter().map(Chances::equity).enumerate();
            equities.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
        };
        Ok(questions.iter().map(choose).collect())
    }
}

/// Another program, asked over its standard input and output.
pub struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    setup: Setup,
}

impl Program {
    /// Starts it in a shell.
    pub fn start(command: &str) -> Result<Program> {
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| command.to_owned())?;
        let input = child.stdin.take().context("no pipe to the program")?;
        let output = BufReader::new(child.stdout.take().context("no pipe from the program")?);
        let setup = Position::start(Variant::Backgammon.rules()).to_setup();
        Ok(Program { child, input, output, setup })
    }

    /// What it answers to each question, as it stands.
    pub fn ask(&mut self, questions: &[Question]) -> Result<Vec<String>> {
        let mut text = String::new();
        for question in questions {
            let (high, low) = (question.roll.high().pips(), question.roll.low().pips());
            let id = self.id(&question.board)?;
            text.push_str(&format!("{id} {high} {low}\n"));
        }
        self.exchange(&text, questions.len())
    }

    /// The lines that it answers to lines of text.
    pub fn exchange(&mut self, text: &str, count: usize) -> Result<Vec<String>> {
        self.input.write_all(text.as_bytes()).context("the other program does not listen")?;
        self.input.flush()?;
        let mut answers = Vec::with_capacity(count);
        for _ in 0..count {
            let mut line = String::new();
            if self.output.read_line(&mut line).context("the other program's answer")? == 0 {
                bail!("the other program has ended");
            }
            answers.push(line.trim_end().to_owned());
        }
        Ok(answers)
    }

    /// The position ID of a board, side 0 on roll.
    pub fn id(&mut self, board: &Board) -> Result<String> {
        self.setup.turn = Some(Side::White);
        self.setup.checkers[Side::White] = board.counts(0);
        self.setup.checkers[Side::Black] = board.counts(1);
        Ok(print_position_id(&self.setup)?)
    }
}

impl Player for Program {
    fn choose(&mut self, questions: &[Question]) -> Result<Vec<usize>> {
        let answers = self.ask(questions)?;
        let mut chosen = Vec::with_capacity(questions.len());
        for (question, id) in questions.iter().zip(&answers) {
            let board = validate::board(id).map_err(|why| anyhow!("answer '{id}': {why}"))?;
            let at = question.plays.iter().position(|play| *play == board);
            chosen.push(at.with_context(|| {
                let asked = self.id(&question.board).unwrap_or_default();
                format!("answer '{id}': no play of {} in {asked}", question.roll)
            })?);
        }
        Ok(chosen)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
