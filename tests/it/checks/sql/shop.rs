//! The shop's database, in a file of its own.

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
};

use repair::{
    Findings,
    check::sql::{SqlCheck, Sqlite},
};
use rusqlite::Connection;

pub struct Shop {
    folder: PathBuf,
}

impl Shop {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("repair-shop-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let shop = Self { folder };
        let connection = Connection::open(shop.file()).unwrap();
        connection.execute_batch(include_str!("../../../../examples/data/shop.sql")).unwrap();
        shop
    }

    pub fn file(&self) -> PathBuf {
        self.folder.join("shop.db")
    }

    pub fn check(&self) -> SqlCheck {
        SqlCheck::sqlite(self.file())
    }

    pub fn sqlite(&self) -> Sqlite {
        Sqlite::open(self.file())
    }

    pub fn ask(&self, sql: &str) -> Findings {
        super::ask(&self.check(), sql).unwrap()
    }

    /// The bytes of the file, and what lies beside it.
    pub fn content(&self) -> (Vec<u8>, Vec<PathBuf>) {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        (fs::read(self.file()).unwrap(), files)
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
