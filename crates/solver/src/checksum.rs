//! A checksum of files: against accidents and careless editing, not against intent.

use std::io::{self, Read, Write};

/// FNV-1a with 64 bits. A single changed byte always changes it: each step is one to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checksum(u64);

impl Checksum {
    /// That of no bytes.
    pub(crate) const EMPTY: Checksum = Checksum(0xcbf2_9ce4_8422_2325);

    /// That of more bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    }

    /// Its eight bytes in a file.
    pub(crate) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
}

/// The checksum of some bytes, in hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    let mut sum = Checksum::EMPTY;
    sum.add(bytes);
    format!("{:016x}", sum.0)
}

/// A file that is read or written, and the checksum of what went through.
pub(crate) struct Summed<T> {
    file: T,
    pub(crate) sum: Checksum,
}

impl<T> Summed<T> {
    pub(crate) fn new(file: T) -> Self {
        Summed { file, sum: Checksum::EMPTY }
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.sum.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(bytes)?;
        self.sum.add(&bytes[..count]);
        Ok(count)
    }
}
