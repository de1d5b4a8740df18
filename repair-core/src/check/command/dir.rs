//! A directory of a run's own, gone when the run is over.

use std::{
    collections::hash_map::RandomState,
    env,
    fs::{self, DirBuilder, File, OpenOptions},
    hash::{BuildHasher, Hasher},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// A fresh directory that only this user can enter: `work` for the tool to run in, `tmp` for what it puts aside.
#[derive(Debug)]
pub(super) struct RunDir {
    root: PathBuf,
}

impl RunDir {
    pub(super) fn new() -> io::Result<Self> {
        // Tools print paths without links in them; what they print is compared with this one.
        let parent = fs::canonicalize(env::temp_dir())?;
        for _ in 0..8 {
            let root = parent.join(format!("repair-check-{:016x}", random()));
            match private(&root) {
                Ok(()) => {
                    let dir = Self { root };
                    private(&dir.work())?;
                    private(&dir.tmp())?;
                    return Ok(dir);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(super) fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    pub(super) fn tmp(&self) -> PathBuf {
        self.root.join("tmp")
    }

    /// Puts the candidate where the tool runs.
    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        write_new(&self.work().join(name), text)
    }

    /// The candidate as something to read from. A file, not a pipe: nobody has to feed it, and a tool that does not read it is
    /// not waited for.
    pub(super) fn as_stdin(&self, text: &str) -> io::Result<File> {
        let path = self.root.join("stdin");
        write_new(&path, text)?;
        File::open(path)
    }

    /// The text as it would be if the directory's path, which is another one each time, were left out: relative to `work`.
    pub(super) fn left_out_of(&self, text: String) -> String {
        let (work, slash) = (self.work(), std::path::MAIN_SEPARATOR);
        match (self.root.to_str(), work.to_str()) {
            (Some(root), Some(work)) if text.contains(root) => {
                text.replace(&format!("{work}{slash}"), "").replace(work, ".").replace(root, "..")
            }
            _ => text,
        }
    }
}

impl Drop for RunDir {
    fn drop(&mut self) {
        // Nothing can be done about what a tool made undeletable.
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Whether it names a file in the directory itself, and can't be taken for an option.
pub(super) fn is_file_name(name: &str) -> bool {
    let only = Path::new(name).file_name().is_some_and(|file| file == name);
    only && name.len() <= 200 && !name.starts_with('-') && !name.contains(['/', '\\', ':']) && !name.chars().any(char::is_control)
}

fn private(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), allow(unused_mut, reason = "there is no mode to set"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

fn random() -> u64 {
    // The standard library's hasher is keyed at random for each instance.
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_fresh_private_and_removed() {
        let (one, other) = (RunDir::new().unwrap(), RunDir::new().unwrap());
        assert_ne!(one.root, other.root);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&one.root).unwrap().permissions().mode() & 0o777, 0o700);
        }
        one.write("a.txt", "text").unwrap();
        let root = one.root.clone();
        drop(one);
        assert!(!root.exists());
    }

    #[test]
    fn only_plain_names_are_file_names() {
        for name in ["main.rs", "a b.sql", "Ünïcode", ".hidden"] {
            assert!(is_file_name(name), "{name}");
        }
        for name in ["", ".", "..", "a/b", "/etc/passwd", "../a", "a/", "-o", "a\\b", "c:a", "a\0b", "a\nb"] {
            assert!(!is_file_name(name), "{name}");
        }
    }
}
