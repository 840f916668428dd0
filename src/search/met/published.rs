//! The Kazaross XG2 table: the figures and their notice are in `kazaross-xg2.tsv`.

use super::Known;

/// Reads the table; lines that are not its own are left out.
pub(super) fn read() -> Known {
    let mut known = Known::default();
    for line in include_str!("kazaross-xg2.tsv").lines() {
        let mut fields = line.split('\t');
        let name = fields.next();
        let figures = fields.map_while(|field| field.parse().ok()).collect();
        match name {
            Some("pre") => known.pre.push(figures),
            Some("post") => known.post = figures,
            _ => {}
        }
    }
    known
}
