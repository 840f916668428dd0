//! Replies as text lines and as JSON lines.

use super::logfmt::{write_number, write_plain, write_value};
use super::{Closing, Fields, Record, Reply, Value};
use crate::request::{Format, Tag};

impl Reply {
    /// Appends the whole reply as text lines.
    pub fn print_text(&self, tag: Option<&Tag>, out: &mut String) {
        self.print(Format::Text, tag, out);
    }

    /// Appends the whole reply as JSON lines.
    pub fn print_json(&self, tag: Option<&Tag>, out: &mut String) {
        self.print(Format::Json, tag, out);
    }

    /// Appends the whole reply in this format.
    pub fn print(&self, format: Format, tag: Option<&Tag>, out: &mut String) {
        for record in &self.records {
            record.print(format, tag, out);
        }
        self.closing.print(format, tag, out);
    }
}

impl Record {
    /// Appends the record as one line, its line feed included.
    pub fn print(&self, format: Format, tag: Option<&Tag>, out: &mut String) {
        match format {
            Format::Text => text_line(tag, &self.name, &self.fields, out),
            Format::Json => {
                open_object(tag, out);
                json_key("record", out);
                json_text(&self.name, out);
                json_fields(&self.fields, out);
                out.push_str("}\n");
            }
        }
    }
}

impl Closing {
    /// Appends the closing line, its line feed included.
    pub fn print(&self, format: Format, tag: Option<&Tag>, out: &mut String) {
        match (format, self) {
            (Format::Text, Self::Ok(fields)) => text_line(tag, "ok", fields, out),
            (Format::Text, Self::Error(error)) => text_line(tag, "error", &error.fields(), out),
            (Format::Json, Self::Ok(fields)) => {
                open_object(tag, out);
                out.push_str("\"ok\":true");
                json_fields(fields, out);
                out.push_str("}\n");
            }
            (Format::Json, Self::Error(error)) => {
                open_object(tag, out);
                out.push_str("\"ok\":false,\"error\":{");
                // The code is always there, so each further field follows a comma.
                json_key("code", out);
                json_text(error.code.as_str(), out);
                json_fields(error.fields().get(1..).unwrap_or_default(), out);
                out.push_str("}}\n");
            }
        }
    }
}

fn text_line(tag: Option<&Tag>, name: &str, fields: &Fields, out: &mut String) {
    if let Some(tag) = tag {
        out.push('@');
        out.push_str(tag.as_str());
        out.push(' ');
    }
    out.push_str(name);
    for (key, value) in fields.iter().filter(|(_, value)| value.is_printable()) {
        out.push(' ');
        out.push_str(key);
        out.push('=');
        write_value(out, value);
    }
    out.push('\n');
}

fn open_object(tag: Option<&Tag>, out: &mut String) {
    out.push('{');
    if let Some(tag) = tag {
        json_key("tag", out);
        json_text(tag.as_str(), out);
        out.push(',');
    }
}

fn json_fields(fields: &[(std::borrow::Cow<'static, str>, Value)], out: &mut String) {
    for (key, value) in fields.iter().filter(|(_, value)| value.is_printable()) {
        out.push(',');
        json_key(key, out);
        json_value(value, out);
    }
}

fn json_key(key: &str, out: &mut String) {
    json_text(key, out);
    out.push(':');
}

fn json_value(value: &Value, out: &mut String) {
    match value {
        Value::Text(text) => json_text(text, out),
        Value::Numbers { values, decimals } => {
            out.push('[');
            for (index, number) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_number(out, *number, *decimals);
            }
            out.push(']');
        }
        other => write_plain(out, other),
    }
}

fn json_text(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{ErrorCode, ProtocolError};
    use crate::reply::FieldList;

    fn sample() -> Reply {
        Reply::ok()
            .record(
                Record::new("best")
                    .text("play", "8/5 6/5")
                    .signed("equity", 0.159, 3)
                    .numbers("win", [0.5504, 0.1709, 0.0103], 4)
                    .number("nothing", f64::NAN, 3)
                    .int("plies", 2),
            )
            .closing_ok(Fields::new().int("ms", 41u64).flag("stopped", true))
    }

    #[test]
    fn text_lines_each_carry_the_tag() {
        let mut out = String::new();
        sample().print_text(Tag::new("a").as_ref(), &mut out);
        assert_eq!(
            out,
            "@a best play=\"8/5 6/5\" equity=+0.159 win=0.5504,0.1709,0.0103 plies=2\n\
             @a ok ms=41 stopped=true\n"
        );
    }

    #[test]
    fn json_lines_hold_the_same() {
        let mut out = String::new();
        sample().print_json(Tag::new("a").as_ref(), &mut out);
        assert_eq!(
            out,
            "{\"tag\":\"a\",\"record\":\"best\",\"play\":\"8/5 6/5\",\"equity\":0.159,\
             \"win\":[0.5504,0.1709,0.0103],\"plies\":2}\n\
             {\"tag\":\"a\",\"ok\":true,\"ms\":41,\"stopped\":true}\n"
        );
    }

    #[test]
    fn an_error_is_one_line_in_both() {
        let error =
            ProtocolError::new(ErrorCode::IllegalMove, "no die left").at(10).breaking("G-07");
        let mut text = String::new();
        Reply::error(error.clone()).print_text(None, &mut text);
        assert_eq!(text, "error code=illegal-move rule=G-07 column=10 message=\"no die left\"\n");
        let mut json = String::new();
        Reply::error(error).print_json(None, &mut json);
        assert_eq!(
            json,
            "{\"ok\":false,\"error\":{\"code\":\"illegal-move\",\"rule\":\"G-07\",\
             \"column\":10,\"message\":\"no die left\"}}\n"
        );
    }
}
