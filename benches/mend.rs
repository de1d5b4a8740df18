//! How fast the mender is, beside serde_json, which reads valid text only, and beside others that mend.
//!
//! ```text
//! cargo bench --bench mend
//! ```
//!
//! All of them make a `serde_json::Value` of the same text; a repairer that makes text is followed by serde_json. They are
//! timed in turn, round by round, so that a slow moment of the machine hits all of them; what is compared are the medians. A
//! figure is the speed relative to serde_json's on the valid document of the same content: above 1 is faster. `-` is for who
//! can't do it. The text that takes longest is searched for, for 25 seconds or as many as `MEND_SEARCH` says.

use std::{
    env,
    hint::black_box,
    time::{Duration, Instant},
};

use repair::mend::{self, Options, Risk};
use serde_json::Value;

/// A contestant: its name, and the text as a value.
type Peer = (&'static str, fn(&str) -> Option<Value>);

/// Ours, with the log of edits.
fn ours(text: &str) -> Option<Value> {
    let (value, edits) = mend::value(text, &loss()).ok()?;
    black_box(edits);
    Some(value)
}

fn loss() -> Options {
    Options::default().allow(Risk::Loss)
}

fn jsonrepair_rs(text: &str) -> Option<Value> {
    serde_json::from_str(&jsonrepair_rs::jsonrepair(text).ok()?).ok()
}

fn jsonc_parser(text: &str) -> Option<Value> {
    jsonc_parser::parse_to_serde_value(text, &jsonc_parser::ParseOptions::default()).ok()
}

fn llm_json(text: &str) -> Option<Value> {
    llm_json::loads(text, &llm_json::RepairOptions::default()).ok()
}

const PEERS: [Peer; 4] =
    [("repair", ours), ("jsonrepair-rs", jsonrepair_rs), ("jsonc-parser", jsonc_parser), ("llm_json", llm_json)];

struct Task {
    name: &'static str,
    /// What is mended.
    text: String,
    /// The same content, valid: what serde_json reads meanwhile.
    valid: String,
    rounds: usize,
}

fn main() {
    let tasks = tasks();
    let figures: Vec<_> = tasks.iter().map(measure).collect();
    for (n, (peer, _)) in PEERS.iter().enumerate() {
        let name = if n == 0 { String::new() } else { format!(" peer={peer}") };
        let told = tasks.iter().zip(&figures).map(|(task, figures)| match figures[n] {
            Some(ratio) => format!(" {}={ratio:.2}", task.name),
            None => format!(" {}=-", task.name),
        });
        let told: String = told.collect();
        if n == 0 {
            let worst = worst();
            println!("the slowest 64 KB found begin with {:?}", worst.1);
            println!("bench mend{told} worst_64kb_ms={:.2}", worst.0.as_secs_f64() * 1e3);
        } else {
            println!("bench mend{name}{told}");
        }
    }
}

/// The speed of each contestant; `None` for a wrong value or none.
fn measure(task: &Task) -> [Option<f64>; PEERS.len()] {
    let right: Option<Value> = serde_json::from_str(&task.valid).ok();
    let can = PEERS.map(|(_, read)| read(&task.text) == right);
    let mut reference = Vec::new();
    let mut times = [const { Vec::new() }; PEERS.len()];
    for _ in 0..task.rounds {
        reference.push(seconds(|| serde_json::from_str::<Value>(black_box(&task.valid)).ok()));
        for ((times, (_, read)), _) in times.iter_mut().zip(PEERS).zip(can).filter(|(_, can)| *can) {
            times.push(seconds(|| read(black_box(&task.text))));
        }
    }
    let reference = median(reference);
    times.map(|times| if times.is_empty() { None } else { Some(reference / median(times)) })
}

fn seconds(run: impl FnOnce() -> Option<Value>) -> f64 {
    let started = Instant::now();
    let value = black_box(run());
    let time = started.elapsed();
    drop(value);
    time.as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn tasks() -> Vec<Task> {
    let large = document(1 << 20);
    let cut = cut(&document(110 << 10));
    let small = pretty(&document(1500));
    let answer = |json: &str| {
        format!("Sure! Here's the JSON you asked for:\n\n```json\n{json}\n```\n\nLet me know if you need anything else.")
    };
    let few_faults = small.replace("\"id\"", "id").replace("\"name\"", "'name'").replace("\n  }", ",\n  }");
    vec![
        Task { name: "valid_1mb", text: large.clone(), valid: large.clone(), rounds: 41 },
        Task { name: "broken_1mb", text: broken(&large), valid: large, rounds: 41 },
        Task {
            name: "truncated_100kb",
            valid: mend::json(&cut, &loss()).map(|mended| mended.text.into_owned()).unwrap_or_default(),
            text: cut,
            rounds: 301,
        },
        Task { name: "answer_valid", text: answer(&small), valid: small.clone(), rounds: 3001 },
        Task { name: "answer_broken", text: answer(&few_faults), valid: small, rounds: 3001 },
    ]
}

fn document(bytes: usize) -> String {
    let mut items = Vec::new();
    let mut length = 0;
    while length < bytes {
        let i = items.len();
        let item = format!(
            "  {{\n    \"id\": {i},\n    \"name\": \"Customer number {i}\",\n    \"email\": \"user{i}@example.com\",\n    \
             \"active\": {},\n    \"score\": {}.5,\n    \"tags\": [\"alpha\", \"beta\", \"gamma delta\"],\n    \
             \"address\": {{\"street\": \"{i} Main Street, Springfield\", \"zip\": \"12345\"}}\n  }}",
            i % 2 == 0,
            i % 97
        );
        length += item.len() + 2;
        items.push(item);
    }
    format!("[\n{}\n]", items.join(",\n"))
}

fn pretty(json: &str) -> String {
    let value: Option<Value> = serde_json::from_str(json).ok();
    value.map(|value| format!("{value:#}")).unwrap_or_default()
}

/// Trailing commas, single quotes and bare keys throughout.
fn broken(json: &str) -> String {
    let mut json = json.to_owned();
    for key in ["id", "name", "email", "active", "score", "tags", "address", "street", "zip"] {
        json = json.replace(&format!("\"{key}\""), key);
    }
    json.replace('"', "'").replace("\n  }", ",\n  }").replace("delta']", "delta',]")
}

/// 100 KB, cut inside a string.
fn cut(json: &str) -> String {
    let head = &json[..100 << 10];
    let end = head.rfind("Spring").unwrap_or(head.len());
    head[..end + 3].to_owned()
}

const TOKENS: [&str; 54] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "a",
    "1",
    " ",
    "\n",
    "\\",
    "\\\"",
    "\\u",
    "`",
    "```",
    "```json\n",
    "//",
    "/*",
    "*/",
    "#",
    "+",
    "-",
    ".",
    "...",
    "=",
    ";",
    "(",
    ")",
    "true",
    "“",
    "‘",
    "´",
    "<think>",
    "</think>",
    "\"k\":",
    "é",
    "\u{a0}",
    "ObjectId(",
    "u'",
    "{\"a\":1}",
    "[1]",
    "\"a\",",
    "x y",
    "\"a",
    "b\"",
    "\\n",
    "\\x",
    "key:",
    "<",
    "\"a\"b ",
    "\\}",
    "[1",
];

/// The named shapes of 64 KB, and what a search by chance finds: a head, and a few tokens over and over.
fn worst() -> (Duration, String) {
    let seconds = env::var("MEND_SEARCH").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(25);
    let options = loss();
    let time = |text: &str, runs: usize| {
        let run = |_| {
            let started = Instant::now();
            let _ = black_box(mend::json(black_box(text), &options));
            started.elapsed()
        };
        (0..runs).map(run).min().unwrap_or_default()
    };
    let fill = |head: &str, unit: &str| format!("{head}{}", unit.repeat((64 << 10) / unit.len().max(1)));
    let named = [
        ("[", "\"a\"b "),
        ("", "\"a\"b"),
        ("", "\\}"),
        ("[1", "\n"),
        ("[", "\"a,"),
        ("", "`"),
        ("", "/*"),
        ("", "<think>"),
        ("", "["),
        ("", "{\"a\":"),
    ];
    let mut slow: Vec<(Duration, String)> = Vec::new();
    let mut try_one = |text: String| {
        slow.push((time(&text, 1), text));
        slow.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        slow.truncate(20);
    };
    named.iter().for_each(|(head, unit)| try_one(fill(head, unit)));
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut chance = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap_or_default()
    };
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(seconds) {
        let mut some = |most: usize| (0..=chance(most)).map(|_| TOKENS[chance(TOKENS.len())]).collect::<String>();
        try_one(fill(&some(4), &some(5)));
    }
    // what a busy machine made slow is not
    let again = slow.into_iter().map(|(_, text)| (time(&text, 25), text.chars().take(40).collect()));
    again.max_by_key(|(time, _)| *time).unwrap_or_default()
}
