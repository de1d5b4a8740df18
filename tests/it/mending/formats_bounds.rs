//! Depth and length: typed errors, no overflow, linear time.

use std::time::Duration;

use super::formats::mend;
use repair::mend::{Options, Risk, UnmendableKind};

fn loss() -> Options {
    let mut options = Options::default();
    options.allow = Risk::Loss;
    options
}

fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn depth_ends_in_a_typed_error() {
    let n = 100_000;
    let cases = [
        ("xml", "<a>".repeat(n)),
        ("xml", format!("{}x & y{}", "<a>".repeat(n), "</a>".repeat(n))),
        ("xml", format!("{}{}", "<a>".repeat(n), "</a>".repeat(n))),
        ("yaml", "[".repeat(n)),
        ("yaml", format!("a: b: c\nd: {}{}", "[".repeat(n), "]".repeat(n))),
        ("yaml", "{a: ".repeat(n)),
        ("yaml", "- ".repeat(n)),
        ("yaml", format!("{}{}", "[".repeat(n), "]".repeat(n))),
        ("yaml", (0..2000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect()),
        ("toml", format!("a = {}", "[".repeat(n))),
        ("toml", format!("a = {}{}", "[".repeat(n), "]".repeat(n))),
        ("toml", format!("a = x\nb = {}", "{c = ".repeat(n))),
        ("toml", format!("a{} = 1", ".a".repeat(n))),
        ("toml", format!("[a{}]\nb = 1", ".a".repeat(n))),
        ("toml", format!("{}1{}", format!("a{} = {{", ".a".repeat(70)).repeat(70), "}".repeat(70))),
        ("toml", "[".repeat(n)),
    ];
    on_small_stack(move || {
        for (format, text) in cases {
            let result = mend(format, &text, None, &loss());
            let head = text.chars().take(12).collect::<String>();
            if let Ok(mended) = result {
                assert!(mended.text.len() < 1000, "{format} {head}");
            }
        }
    });
}

#[test]
fn deep_but_allowed() {
    on_small_stack(|| {
        let n = 100;
        let options = Options::default();
        mend("xml", &format!("{}x & y{}", "<a>".repeat(n), "</a>".repeat(n)), None, &options).unwrap();
        mend("yaml", &format!("{}{}", "[".repeat(64), "]".repeat(64)), None, &options).unwrap();
        mend("yaml", &format!("a: b: c\nd: {}1{}", "{a: ".repeat(62), "}".repeat(62)), None, &options).unwrap();
        mend("toml", &format!("a = {}{}", "[".repeat(70), "]".repeat(70)), None, &options).unwrap();
    });
}

#[test]
fn length_is_bounded() {
    let mut options = Options::default();
    options.max_bytes = 10;
    for format in ["xml", "yaml", "toml", "text"] {
        assert_eq!(mend(format, "a: 12345678", None, &options).unwrap_err().kind, UnmendableKind::TooLong);
    }
}

fn time(format: &str, text: &str) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = crate::support::Worked::now();
        let _ = std::hint::black_box(mend(format, text, None, &loss()));
        best = best.min(start.elapsed());
    }
    best
}

#[test]
fn time_is_linear() {
    let units: &[(&str, &str, &str, &str)] = &[
        ("xml", "<r>", "<a>", ""),
        ("xml", "<r>", "<a", ""),
        ("xml", "<r>", "<a x=\"", ""),
        ("xml", "<r>", "<a x='1' y=\"", "</r>"),
        ("xml", "<r>", "<a x=\"<a x='\" x='", ""),
        ("xml", "<r>", "< ", "</r>"),
        ("xml", "<r>", "& ", "</r>"),
        ("xml", "<r>", "</b>", "</r>"),
        ("xml", "<r>", "</b ", ">"),
        ("xml", "<r>", "<!--", ""),
        ("xml", "<r>", "<![CDATA[", "</r>"),
        ("xml", "<r>", "<a>x</b>", "</r>"),
        ("xml", "<r>", "f<T>", "</r>"),
        ("xml", "<r>", "<p><i/>", "</r>"),
        ("xml", "", "<!-- x --> ", "<r>&</r>"),
        ("xml", "", "text <b> ", ""),
        ("xml", "", "```xml\n", ""),
        ("xml", "", "<think>", ""),
        ("xml", "<r>", "]]>", "</r>"),
        ("xml", "<r a=1", " b=\"<\"", ""),
        ("yaml", "", "a: b: c\n", ""),
        ("yaml", "a: x: y\n", "b: \"x\n", ""),
        ("yaml", "a: x: y\n", "- \"x\n", ""),
        ("yaml", "a: x: y\n", "b: [x\n", ""),
        ("yaml", "a: x: y\n", "[", ""),
        ("yaml", "a: x: y\nb: ", "[x, ", ""),
        ("yaml", "a: x: y\n", "b: {'\n", ""),
        ("yaml", "a: x: y\n", "x:", ""),
        ("yaml", "a: x: y\n", "- ", ""),
        ("yaml", "a: x: y\n", "\t", ""),
        ("yaml", "a: x: y\n", "\n", "b"),
        ("yaml", "a: x: y\n", "k:v\n\n", "b"),
        ("yaml", "a: x: y\n", "---\n", ""),
        ("yaml", "", "```yaml\n", ""),
        ("yaml", "a: \"", "x\" y ", "\""),
        ("yaml", "a: x: y\nb: \"", "\\d", ""),
        ("yaml", "", "<think>", ""),
        ("yaml", "a: x: y\nb: ", "“x” ", ""),
        ("yaml", "a: x: y\n", "  \"x\n", ""),
        ("yaml", "a: x: y\n", "a: [\n 'x\n", ""),
        ("toml", "", "a = x\n", ""),
        ("toml", "a = x\n", "b = \"x\n", ""),
        ("toml", "a = x\nb = [", "x, ", ""),
        ("toml", "a = x\nb = [", "\"a\" ", ""),
        ("toml", "a = x\nb = [", "\"a\n", ""),
        ("toml", "a = x\nb = [", ",", ""),
        ("toml", "a = x\nb = [", "\n", ""),
        ("toml", "a = x\nb = [", "\"\"\"", ""),
        ("toml", "a = x\nb = [", "“", ""),
        ("toml", "a = x\nb = [", "“x”y", ""),
        ("toml", "a = x\nb = [", "“x”,", ""),
        ("toml", "a = x\nb = [", "1\n # c\n", ""),
        ("toml", "a = x\nb = {", "k: 1, ", ""),
        ("toml", "a = x\n", "c = \"x\ny\n", ""),
        ("toml", "a = x\nc = \"x\n", "y\n", ""),
        ("toml", "a = x\n", "[", ""),
        ("toml", "a = x\n", "[t\n", ""),
        ("toml", "a = x\n", "'", ""),
        ("toml", "a = \"", "x\" y ", "\""),
        ("toml", "", "```toml\n", ""),
        ("toml", "a = x\nb = [", "'x' # ", ""),
        ("text", "", "```\n", ""),
        ("text", "", "<think></think>", ""),
        ("text", "", "\n", ""),
    ];
    let mut worst = Vec::new();
    for (format, head, unit, tail) in units {
        let make = |bytes: usize| format!("{head}{}{tail}", unit.repeat(bytes / unit.len()));
        // A busy machine slows single runs down, and where buffers grow past what the allocator holds there is a step. What is
        // superlinear is so at every length and every time.
        let mut ratio = f64::MAX;
        let (mut short, mut long) = (Duration::ZERO, Duration::ZERO);
        for bytes in [2, 8, 16, 4, 32, 64].map(|kb| kb * 1024) {
            (short, long) = (time(format, &make(bytes)), time(format, &make(4 * bytes)));
            ratio = ratio.min(long.as_secs_f64() / short.as_secs_f64().max(50e-6));
            if ratio <= 5.0 {
                break;
            }
        }
        if ratio > 5.0 {
            worst.push(format!("{format} {head:?} {unit:?} {short:?} {long:?} {ratio:.1}"));
        }
    }
    assert!(worst.is_empty(), "{worst:#?}");
}
