//! A generated query reads, and does nothing else.

use repair::check::sql::{Limits, SqlCheck};

use super::{ask, only, shop::Shop};

#[test]
fn whatever_is_not_reading_is_forbidden_and_says_so() {
    let shop = Shop::new();
    let before = shop.content();
    for (sql, what) in [
        ("DROP TABLE orders", "DROP TABLE"),
        ("DELETE FROM orders", "DELETE"),
        ("INSERT INTO orders VALUES (9, 1, 'open', '')", "INSERT"),
        ("REPLACE INTO orders VALUES (9, 1, 'open', '')", "INSERT"),
        ("UPDATE orders SET status = 'paid'", "UPDATE"),
        ("UPDATE orders SET status = 'paid' RETURNING id", "UPDATE"),
        ("WITH late AS (SELECT id FROM orders) DELETE FROM orders WHERE id IN (SELECT id FROM late)", "DELETE"),
        ("WITH x AS (SELECT 1) INSERT INTO staff SELECT 3, 'x', 'y' FROM x", "INSERT"),
        ("CREATE TABLE loot AS SELECT * FROM staff", "CREATE TABLE"),
        ("CREATE TEMP VIEW v AS SELECT 1", "CREATE"),
        ("ALTER TABLE orders RENAME TO lost", "ALTER"),
        ("ATTACH DATABASE 'other.db' AS other", "ATTACH"),
        ("DETACH DATABASE main", "DETACH"),
        ("PRAGMA writable_schema = 1", "PRAGMA"),
        ("PRAGMA table_info(orders)", "PRAGMA"),
        ("SELECT * FROM pragma_table_info('orders')", "pragma_table_info()"),
        ("SELECT * FROM pragma_table_list", "pragma_table_list"),
        ("BEGIN", "BEGIN"),
        ("SAVEPOINT s", "SAVEPOINT"),
        ("VACUUM INTO 'copy.db'", "VACUUM"),
        ("REINDEX", "REINDEX"),
        ("ANALYZE", "ANALYZE"),
        ("EXPLAIN QUERY PLAN SELECT id FROM orders", "EXPLAIN"),
        ("SELECT load_extension('evil')", "load_extension()"),
        ("SELECT name, LOAD_EXTENSION('evil') FROM customers", "LOAD_EXTENSION()"),
        ("SELECT writefile('x', 'y')", "writefile()"),
        ("SELECT fts3_tokenizer('simple')", "fts3_tokenizer()"),
    ] {
        let finding = only(shop.ask(sql));
        assert_eq!(&*finding.rule, "forbidden", "{sql}: {finding}");
        assert_eq!(finding.received.as_deref(), Some(what), "{sql}");
        assert!(finding.hint.unwrap().contains("not permitted"), "{sql}");
        let error = shop.sqlite().rows(sql, &Limits::default()).unwrap_err();
        // A function that is not compiled in can't be called either.
        assert!(["forbidden", "query"].contains(&error.code()), "{sql}: {error}");
    }
    assert!(shop.content() == before, "the database has changed");
}

#[test]
fn one_statement_is_enough() {
    let shop = Shop::new();
    let before = shop.content();
    for sql in [
        "SELECT 1; DROP TABLE orders",
        "SELECT 1; SELECT 2",
        "SELECT 1; what is this",
        ";;SELECT 1;;SELECT 2",
        "SELECT 1 /* ; */ ; -- and\n DELETE FROM orders;",
    ] {
        let findings = shop.ask(sql);
        assert!(findings.iter().all(|f| &*f.rule == "forbidden"), "{sql}: {findings}");
        assert!(findings.iter().any(|f| f.received.as_deref() == Some("several statements")), "{sql}: {findings}");
        assert_eq!(shop.sqlite().rows(sql, &Limits::default()).unwrap_err().code(), "forbidden", "{sql}");
    }
    assert!(shop.ask("SELECT 1; -- only this\n ;").is_empty());
    let many = "SELECT 1;".repeat(7000);
    assert!(shop.ask(&many).iter().any(|f| &*f.rule == "forbidden"));
    assert_eq!(shop.sqlite().rows(&many, &Limits::default()).unwrap_err().code(), "forbidden");
    assert!(shop.content() == before, "the database has changed");
}

#[test]
fn words_in_strings_names_and_comments_are_not_forbidden() {
    let shop = Shop::new();
    for sql in [
        "SELECT 'drop table orders; delete from staff'",
        "SELECT id AS \"delete\" FROM orders -- insert into; pragma x",
        "SELECT 'it''s; ATTACH' /* load_extension('x'); */ FROM orders WHERE status = 'update'",
        "SELECT replace(name, 'drop', 'pragma') FROM products",
    ] {
        let findings = shop.ask(sql);
        assert!(findings.is_empty(), "{sql}: {findings}");
        shop.sqlite().rows(sql, &Limits::default()).unwrap();
    }
}

#[test]
fn a_hidden_table_is_neither_read_nor_offered() {
    let shop = Shop::new();
    let hiding = shop.sqlite().hide(["Staff", "order_lines"]);
    let check = SqlCheck::new(hiding.clone());
    for sql in [
        "SELECT password FROM staff",
        "SELECT count(*) FROM STAFF",
        "SELECT 1 FROM orders WHERE EXISTS (SELECT 1 FROM main.staff)",
        "WITH order_totals AS (SELECT * FROM staff) SELECT * FROM order_totals",
        "SELECT rowid FROM staff",
        "SELECT total_cents FROM order_totals",
    ] {
        let finding = only(ask(&check, sql).unwrap());
        assert_eq!(&*finding.rule, "forbidden", "{sql}: {finding}");
        assert!(finding.received.unwrap().starts_with("reading "), "{sql}");
        assert_eq!(hiding.rows(sql, &Limits::default()).unwrap_err().code(), "forbidden", "{sql}");
    }
    let finding = only(ask(&check, "SELECT 1 FROM staf").unwrap());
    assert_eq!(finding.allowed, ["customers", "order_totals", "orders", "products"]);
}
