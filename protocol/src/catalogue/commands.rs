//! Every command.

use super::{CommandRow, Group};

const fn row(
    name: &'static str,
    syntax: &'static str,
    parameters: &'static [&'static str],
    group: Group,
    summary: &'static str,
) -> CommandRow {
    CommandRow { name, alias: None, syntax, parameters, group, summary }
}

const fn alias(alias: &'static str, row: CommandRow) -> CommandRow {
    CommandRow { alias: Some(alias), ..row }
}

const VALUE: &[&str] = &["value"];

/// Every command, by group.
#[rustfmt::skip]
pub const COMMANDS: &[CommandRow] = &[
    row("hello", "hello", &[], Group::Session, "Names the engine, its protocol and its variants."),
    row("version", "version", &[], Group::Session, "Tells protocol, build and the hash of each net."),
    row("help", "help [COMMAND|rule ID]", &["topic", "rule"], Group::Session, "Explains the commands, one command or one rule."),
    row("ping", "ping", &[], Group::Session, "Answers at once."),
    row("ready", "ready", &[], Group::Session, "Answers when all running requests have been answered."),
    row("list", "list commands|variants|rules|options|levels", &["kind"], Group::Session, "Lists one of the tables, complete and machine-readable."),
    row("stop", "stop [@TAG]", &["target"], Group::Session, "Ends all running requests, or one; each answers with its best so far."),
    alias("exit", row("quit", "quit", &[], Group::Session, "Ends the session at once.")),
    row("auth", "auth TOKEN", &["token"], Group::Session, "Opens a session that asks for a token."),

    row("new game", "new game [VARIANT]", &["variant"], Group::SetUp, "Sets up a game, or the next game of the match."),
    row("new match", "new match LENGTH [VARIANT]", &["length", "variant"], Group::SetUp, "Sets up a match to so many points."),
    row("set variant", "set variant V", VALUE, Group::SetUp, "Chooses the variant of the next game."),
    row("set rule", "set rule NAME VALUE", &["name", "value"], Group::SetUp, "Chooses one rule option of the variant."),
    row("set position", "set position P", VALUE, Group::SetUp, "Sets the whole position."),
    row("set turn", "set turn white|black", VALUE, Group::SetUp, "Says whose turn it is."),
    row("set dice", "set dice D D|none", VALUE, Group::SetUp, "Says what was thrown, or takes the throw back."),
    row("set cube value", "set cube value N", VALUE, Group::SetUp, "Sets the value of the cube."),
    row("set cube owner", "set cube owner white|black|centre", VALUE, Group::SetUp, "Says who may double."),
    row("set cube use", "set cube use on|off", VALUE, Group::SetUp, "Plays with or without the cube."),
    row("set score", "set score W B", &["white", "black"], Group::SetUp, "Sets the score of the match."),
    row("set length", "set length N", VALUE, Group::SetUp, "Sets the length of the match, 0 for none."),
    row("set crawford", "set crawford on|off", VALUE, Group::SetUp, "Says whether this is the Crawford game."),
    row("set jacoby", "set jacoby on|off", VALUE, Group::SetUp, "Counts gammons only once the cube was turned."),
    row("set beavers", "set beavers N", VALUE, Group::SetUp, "Allows so many beavers in a row."),
    row("set seed", "set seed N", VALUE, Group::SetUp, "Sets what the dice, rollouts and noise start from."),
    row("set format", "set format text|json", VALUE, Group::SetUp, "Chooses how text requests are answered."),
    row("set numbering", "set numbering descending|ascending", VALUE, Group::SetUp, "Chooses how points are numbered in plays."),
    row("set auto-pass", "set auto-pass on|off", VALUE, Group::SetUp, "Passes by itself where nothing can be moved."),

    row("set plies", "set plies N", VALUE, Group::Engine, "Sets how many turns to look ahead."),
    row("set time", "set time MS", VALUE, Group::Engine, "Sets how long to think, 0 for no limit."),
    row("set threads", "set threads N", VALUE, Group::Engine, "Sets how many threads may work."),
    row("set noise", "set noise X", VALUE, Group::Engine, "Sets how much evaluations are disturbed."),
    row("set met", "set met published|own", VALUE, Group::Engine, "Chooses the match equity table."),
    row("set level", "set level NAME", VALUE, Group::Engine, "Chooses a named strength."),

    row("show board", "show board", &[], Group::Look, "Draws the board."),
    row("show position", "show position [FORMAT]", &["format"], Group::Look, "Prints the position in one line."),
    row("show state", "show state", &[], Group::Look, "Tells variant, phase, turn, dice, cube and settings."),
    row("show score", "show score", &[], Group::Look, "Tells the score of the match."),
    row("show history", "show history", &[], Group::Look, "Lists the game so far."),
    row("moves", "moves [order=results|sequences]", &[], Group::Look, "Lists the legal plays."),
    row("perft", "perft DEPTH", &["depth"], Group::Look, "Counts the plays to a depth."),
    row("pips", "pips", &[], Group::Look, "Counts the pips of both sides."),
    row("result", "result", &[], Group::Look, "Tells how the game stands or ended."),

    row("roll", "roll [D D]", &["dice"], Group::Play, "Throws the dice, or says what was thrown."),
    row("move", "move PLAY", &["play"], Group::Play, "Makes a play."),
    row("board", "board N", &["number"], Group::Play, "Chooses the board to play on in a parallel game."),
    row("pass", "pass", &[], Group::Play, "Passes where nothing can be moved."),
    alias("dave", row("double", "double", &[], Group::Play, "Offers to raise the stake.")),
    row("take", "take", &[], Group::Play, "Accepts the raised stake."),
    row("drop", "drop", &[], Group::Play, "Refuses it and loses the present stake."),
    row("beaver", "beaver", &[], Group::Play, "Accepts a double and raises at once."),
    row("resign", "resign [N]", &["points"], Group::Play, "Offers the game for so many times the stake."),
    row("accept", "accept", &[], Group::Play, "Accepts the resignation."),
    row("reject", "reject", &[], Group::Play, "Refuses the resignation and plays on."),
    row("undo", "undo", &[], Group::Play, "Takes the last change of the game back."),
    row("redo", "redo", &[], Group::Play, "Makes it again."),
    row("play", "play", &[], Group::Play, "Lets the engine make one decision."),

    row("eval", "eval", &[], Group::Think, "Judges the position."),
    row("best", "best", &[], Group::Think, "Finds the best decision."),
    row("hint", "hint [N]", &["n"], Group::Think, "Ranks the decisions, best first."),
    row("cube", "cube", &[], Group::Think, "Judges the doubling decision."),
    row("rollout", "rollout", &[], Group::Think, "Plays the position out many times."),
    row("resign?", "resign?", &[], Group::Think, "Judges whether to resign, or to accept a resignation."),

    row("import", "import FORMAT PATH|inline", &["format", "path", "text"], Group::Files, "Reads a game or match from a file, or from text=."),
    row("export", "export FORMAT [PATH]", &["format", "path"], Group::Files, "Writes the game or match to a file, or into the reply."),
    alias("analyze", row("analyse", "analyse", &[], Group::Files, "Judges every decision of the game so far.")),
];
