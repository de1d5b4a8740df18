//! The database: `examples/data/shop.sql`, built into a file that is then only read.

use std::{
    env,
    error::Error,
    fs, io,
    path::{Path, PathBuf},
    process,
};

use rusqlite::Connection;

/// A shop's database in a directory of its own, which is removed in the end.
pub struct Shop {
    directory: PathBuf,
    file: PathBuf,
}

impl Shop {
    pub fn new() -> Result<Self, Box<dyn Error>> {
        let directory = env::temp_dir().join(format!("repair-generate-sql-{}", process::id()));
        fs::create_dir(&directory)?;
        let shop = Self { file: directory.join("shop.db"), directory };
        Connection::open(&shop.file)?.execute_batch(include_str!("../data/shop.sql"))?;
        let mut permissions = fs::metadata(&shop.file)?.permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&shop.file, permissions)?;
        Ok(shop)
    }

    pub fn file(&self) -> &Path {
        &self.file
    }

    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        fs::read(&self.file)
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}
