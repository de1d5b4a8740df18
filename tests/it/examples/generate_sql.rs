//! Drafts of queries, checked on a database.

use super::tidy_example;

#[test]
fn queries_are_corrected_and_run_and_nothing_is_changed() {
    let ran = tidy_example("generate_sql", &[], &[]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    for part in [
        "received \"p.title\"; allowed: \"p.id\", \"p.name\"",
        "    Notebook | 17\n    Candle | 9\n    Cup | 7\n",
        "received \"TO_CHAR\"",
        "received \"clients\"",
        "    Chidi Okafor | 179.70\n",
        "text is written in 'single quotes'",
        "    Ana Lima | 2025-01-12\n",
        "the query was stopped: it took more than 200000 steps",
        "    2025-04-04 | 0\n",
    ] {
        assert!(ran.stdout.contains(part), "{part:?} is not in {}", ran.stdout);
    }
    assert!(ran.stdout.ends_with("\nThe database is byte for byte what it was.\n"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("staff"), "a hidden table is offered: {}", ran.stdout);
    assert_eq!(tidy_example("generate_sql", &[], &[]).stdout, ran.stdout, "another run says something else");
}

#[test]
fn what_a_query_may_not_do_ends_the_run() {
    let ran = tidy_example("generate_sql", &[], &[]);
    assert_eq!(ran.stdout.lines().filter(|line| line.trim() == "not_repairable").count(), 3, "{}", ran.stdout);
    for what in ["DROP TABLE", "DELETE", "ATTACH"] {
        assert!(ran.stdout.contains(&format!(": {what} is not permitted: a query may only read\n")), "{}", ran.stdout);
    }
}
