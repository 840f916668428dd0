//! Values of a text line: when they are quoted, and how numbers are written.

use super::Value;
use std::fmt::Write;

/// Writes a value as it stands after the `=`.
pub(super) fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Text(text) => write_text(out, text),
        Value::Numbers { values, decimals } => {
            for (index, number) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_number(out, *number, *decimals);
            }
            if values.is_empty() {
                out.push_str("\"\"");
            }
        }
        Value::Signed { value, decimals } => {
            let start = out.len();
            write_number(out, *value, *decimals);
            if out.as_bytes().get(start) != Some(&b'-') {
                out.insert(start, '+');
            }
        }
        Value::Int(_) | Value::Number { .. } | Value::Flag(_) => write_plain(out, value),
    }
}

/// Writes a value whose form is the same in text and in JSON.
pub(super) fn write_plain(out: &mut String, value: &Value) {
    match value {
        Value::Int(number) => push_display(out, number),
        Value::Number { value, decimals } | Value::Signed { value, decimals } => {
            write_number(out, *value, *decimals);
        }
        Value::Flag(yes) => out.push_str(if *yes { "true" } else { "false" }),
        Value::Text(_) | Value::Numbers { .. } => {}
    }
}

/// Writes a number with so many decimals, and zero always without a sign.
pub(super) fn write_number(out: &mut String, number: f64, decimals: u8) {
    let start = out.len();
    push_display(out, format_args!("{number:.*}", usize::from(decimals)));
    // A small negative figure rounds to "-0.000", which would look like a loss.
    let is_zero = out.get(start..).is_some_and(|digits| {
        digits.starts_with('-') && digits.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'0'))
    });
    if is_zero {
        out.remove(start);
    }
}

/// Writes a text, in quotes where the bare text would not read back.
fn write_text(out: &mut String, text: &str) {
    if text.is_empty() || text.chars().any(needs_quotes) {
        write_quoted(out, text, printable);
    } else {
        out.push_str(text);
    }
}

fn needs_quotes(character: char) -> bool {
    character.is_whitespace() || character.is_control() || matches!(character, '"' | '=')
}

/// Control characters become U+FFFD: raw, they could end the line or drive the terminal
/// of whoever reads along.
fn printable(character: char) -> char {
    if character.is_control() { '\u{fffd}' } else { character }
}

/// Writes a text in double quotes with its escapes, `other` seeing all other characters.
pub(crate) fn write_quoted(out: &mut String, text: &str, other: fn(char) -> char) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            character => out.push(other(character)),
        }
    }
    out.push('"');
}

fn push_display(out: &mut String, value: impl std::fmt::Display) {
    // Writing into a String cannot fail.
    let _ = write!(out, "{value}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: Value) -> String {
        let mut out = String::new();
        write_value(&mut out, &value);
        out
    }

    #[test]
    fn text_is_quoted_only_where_it_must_be() {
        for (text, line) in [
            ("8/5", "8/5"),
            ("short;24:2/24:2;-;-;1;0-0/0", "short;24:2/24:2;-;-;1;0-0/0"),
            ("a\\b", "a\\b"),
            ("", "\"\""),
            ("8/5 6/5", "\"8/5 6/5\""),
            ("XGID=-b", "\"XGID=-b\""),
            ("say \"no\"\n\\", "\"say \\\"no\\\"\\n\\\\\""),
            ("\u{1b}[2J", "\"\u{fffd}[2J\""),
        ] {
            assert_eq!(shown(Value::Text(text.into())), line);
        }
    }

    #[test]
    fn numbers_keep_their_decimals_and_signs() {
        let signed = |value| Value::Signed { value, decimals: 3 };
        assert_eq!(shown(signed(0.1591)), "+0.159");
        assert_eq!(shown(signed(-1.0)), "-1.000");
        assert_eq!(shown(signed(-0.0001)), "+0.000");
        let numbers = Value::Numbers { values: vec![0.5504, 0.1709, 0.0103], decimals: 4 };
        assert_eq!(shown(numbers), "0.5504,0.1709,0.0103");
        assert_eq!(shown(Value::from_int(u64::MAX)), "18446744073709551615");
        assert_eq!(shown(Value::Flag(true)), "true");
    }
}
