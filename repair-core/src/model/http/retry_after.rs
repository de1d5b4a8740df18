//! How long the provider asks to wait.

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};

/// What a header asks for at most; a machine that waits longer than a minute gives up anyway.
const LONGEST: f64 = 4_294_967.0;

/// The wait of `retry-after-ms`, else of `retry-after` in seconds or as a date. `None` if there is none, or it is zero,
/// negative, past or unreadable.
pub(super) fn read(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(milliseconds) = text("retry-after-ms").and_then(number) {
        return wait(milliseconds / 1000.0);
    }
    let text = text(RETRY_AFTER.as_str())?;
    match number(text) {
        Some(seconds) => wait(seconds),
        None => httpdate::parse_http_date(text).ok()?.duration_since(now).ok().filter(|wait| !wait.is_zero()),
    }
}

/// A number in digits: `inf` and `nan`, which Rust reads as numbers, are not.
fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|_| text.contains(|c: char| c.is_ascii_digit()))
}

fn wait(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.min(LONGEST)).ok().filter(|wait| !wait.is_zero())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::time::UNIX_EPOCH;

    use reqwest::header::{HeaderMap, HeaderValue};

    use super::*;

    fn read_from(headers: &[(&'static str, &'static str)]) -> Option<f64> {
        let headers: HeaderMap =
            headers.iter().map(|&(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect();
        // 2026-10-21 07:28:00 GMT
        let now = UNIX_EPOCH + Duration::from_secs(1_792_567_680);
        read(&headers, now).map(|wait| wait.as_secs_f64())
    }

    #[test]
    fn every_form() {
        for (value, wait) in [
            ("20", Some(20.0)),
            ("0.5", Some(0.5)),
            (" 7 ", Some(7.0)),
            ("1e3", Some(1000.0)),
            ("99999999999999999999", Some(LONGEST)),
            ("1e400", Some(LONGEST)),
            ("0", None),
            ("-10", None),
            ("", None),
            ("soon", None),
            ("inf", None),
            ("nan", None),
            ("Wed, 21 Oct 2026 07:28:30 GMT", Some(30.0)),
            ("Wednesday, 21-Oct-26 07:29:00 GMT", Some(60.0)),
            ("Wed Oct 21 07:30:00 2026", Some(120.0)),
            ("Wed, 21 Oct 2026 07:28:00 GMT", None),
            ("Tue, 20 Oct 2026 07:28:00 GMT", None),
            ("Wed, 99 Oct 2026 07:28:00 GMT", None),
        ] {
            assert_eq!(read_from(&[("retry-after", value)]), wait, "{value:?}");
        }
        assert_eq!(read_from(&[]), None);
    }

    #[test]
    fn milliseconds_come_first_where_they_can_be_read() {
        assert_eq!(read_from(&[("retry-after-ms", "250"), ("retry-after", "20")]), Some(0.25));
        assert_eq!(read_from(&[("retry-after-ms", "soon"), ("retry-after", "20")]), Some(20.0));
        assert_eq!(read_from(&[("retry-after-ms", "0"), ("retry-after", "20")]), None);
    }
}
