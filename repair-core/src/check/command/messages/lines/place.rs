//! Where a line says that something is.

pub(super) struct Place<'a> {
    pub(super) file: &'a str,
    pub(super) line: usize,
    pub(super) column: Option<usize>,
}

/// The place in a line, and what is said about it.
pub(super) fn place(line: &str) -> Option<(Place<'_>, &str)> {
    colons(line).or_else(|| parenthesis(line)).or_else(|| at_the_end(line))
}

/// `file:12:5: message`, `file:12: message`, `file:12:5 - message`.
fn colons(line: &str) -> Option<(Place<'_>, &str)> {
    line.match_indices(':').find_map(|(at, _)| {
        let file = file(&line[..at])?;
        let (number, rest) = digits(&line[at + 1..])?;
        let column = rest.strip_prefix(':').and_then(digits);
        let (column, rest) = column.map_or((None, rest), |(column, rest)| (Some(column), rest));
        let message = rest.strip_prefix(':').or_else(|| rest.strip_prefix(" - "))?.trim();
        (!message.is_empty()).then_some((Place { file, line: number, column }, message))
    })
}

/// `file(12,5): message`.
fn parenthesis(line: &str) -> Option<(Place<'_>, &str)> {
    let (head, message) = line.split_once("): ")?;
    let (before, numbers) = head.rsplit_once('(')?;
    let (number, rest) = digits(numbers)?;
    let column = match rest {
        "" => None,
        rest => Some(digits(rest.strip_prefix(',')?)?.0),
    };
    Some((Place { file: file(before)?, line: number, column }, message.trim()))
}

/// `nginx: [emerg] message in /etc/nginx.conf:12`.
fn at_the_end(line: &str) -> Option<(Place<'_>, &str)> {
    let (message, place) = line.rsplit_once(" in ")?;
    let (before, number) = place.rsplit_once(':')?;
    let (number, rest) = digits(number)?;
    let bracketed = message.find('[').and_then(|at| message.get(at..)).unwrap_or(message);
    rest.is_empty().then_some((Place { file: file(before)?, line: number, column: None }, bracketed))
}

/// The file a place begins with, after what may stand before it: `Error: reading config: Caddyfile`.
fn file(before: &str) -> Option<&str> {
    let file = before.rsplit(": ").next().unwrap_or(before).trim();
    // A time of day, a URL's port, a sentence.
    let is_file =
        !file.is_empty() && file.len() <= 512 && !file.contains("://") && !file.bytes().all(|b| b.is_ascii_digit() || b == b':');
    is_file.then_some(file)
}

fn digits(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = text.get(..end).filter(|digits| digits.len() <= 9)?.parse().ok()?;
    Some((number, text.get(end..)?))
}
