//! Rates as a small table, for people.

use std::fmt;

use super::{RepairRate, RepairRates};
use crate::escape;

/// How much of a name is shown, in characters.
const SHOWN: usize = 48;

impl fmt::Display for RepairRates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["op", "path", "rule", "seen", "repaired", "by", "calls", "tokens in", "out"].map(str::to_owned);
        let rows: Vec<[String; 9]> = [head].into_iter().chain(self.iter().map(cells)).collect();
        let widths: [usize; 9] =
            std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default());
        for (n, row) in rows.iter().enumerate() {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
                let is_number = matches!(column, 3 | 4 | 6..);
                line.push_str(&if is_number { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") });
            }
            let end = if n == 0 { "" } else { "\n" };
            write!(f, "{end}{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn cells(rate: &RepairRate) -> [String; 9] {
    let name = |text: &str| escape::clipped(text, SHOWN).replace(['\n', '\t'], " ");
    let known = |tokens: Option<u64>| tokens.map_or_else(|| "?".to_owned(), |tokens| tokens.to_string());
    let by: Vec<String> = rate.by.iter().map(|(step, times)| format!("{step} {times}")).collect();
    // A type's own name says enough.
    let op = rate.op.rsplit_once("::").filter(|_| !rate.op.contains('<')).map_or(&*rate.op, |(_, name)| name);
    [
        name(op),
        if rate.path.is_empty() { "(whole input)".to_owned() } else { name(&rate.path) },
        name(&rate.rule),
        rate.seen.to_string(),
        format!("{} ({:.0}%)", rate.repaired, rate.rate() * 100.0),
        by.join(", "),
        format!("{:.1}", rate.calls()),
        known(rate.usage.input_tokens),
        known(rate.usage.output_tokens),
    ]
}
