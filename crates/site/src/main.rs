//! Makes the site from the sources: `hexring-site FOLDER [ADDRESS]`, in a checkout.
//!
//! The program is compiled for WebAssembly; the page is the server's, with a few lines more in its
//! head, a list of all files for the service worker, and what `web/site` has.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use hexring_site::Address;
use wasm_bindgen_cli_support::Bindgen;

/// Where the sources are.
const CHECKOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "browser";

/// The networks' files and what they are called in the site.
const NETWORKS: [(&str, &str); 3] = [
    ("networks/hexring-3.safetensors", "program/network.safetensors"),
    ("networks/hexring-large-1.safetensors", "program/large.safetensors"),
    ("networks/seasons-1.safetensors", "program/seasons.safetensors"),
];

/// Files that the browser needs only when the page asks for them, or not at all.
const LATER: [&str; 6] = [
    "js/backend/desk-worker.js",
    "js/backend/thinking-worker.js",
    "js/laboratory",
    "js/learn",
    "js/words/nl.js",
    "sw.js",
];

/// All files, by their places.
type Files = BTreeMap<String, Vec<u8>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(out), address, None) = (arguments.next(), arguments.next(), arguments.next()) else {
        bail!("usage: hexring-site FOLDER [ADDRESS]");
    };
    let address: Option<Address> =
        address.map(|text| text.to_string_lossy().parse()).transpose()?;
    let checkout = Path::new(CHECKOUT);
    let mut files = Files::new();
    read_folder(&checkout.join("web/app"), "", &mut files)?;
    read_folder(&checkout.join("web/site"), "", &mut files)?;
    read_folder(&bind(&compile(checkout)?)?, "program/", &mut files)?;
    pack(&mut files)?;
    for (network, place) in NETWORKS {
        let weights = fs::read(checkout.join(network)).with_context(|| network.to_owned())?;
        files.insert(place.to_owned(), weights);
    }
    make_page(&mut files)?;
    list(&mut files);
    let all = files.iter().map(|(path, contents)| (path.as_str(), contents.as_slice()));
    let bytes = hexring_site::write(Path::new(&out), all, address.as_ref())?;
    println!("{}: {} files, {bytes} bytes", out.display(), files.len());
    Ok(())
}

/// Compiles the program; says where it is.
fn compile(checkout: &Path) -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(checkout).args(["build", "--package", "hexring-browser"]);
    command.args(["--profile", PROFILE, "--target", TARGET]);
    let status = command.status().context("cargo")?;
    ensure!(status.success(), "cargo build ended with {status}");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or(checkout.join("target"), PathBuf::from);
    Ok(target.join(TARGET).join(PROFILE).join("hexring_browser.wasm"))
}

/// Makes what JavaScript needs to call the program; says in which folder.
fn bind(program: &Path) -> Result<PathBuf> {
    let out = program.with_file_name("bound");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).out_name("hexring").typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(&out)?;
    Ok(out)
}

/// What a page puts in the place of instructions that not every browser has; each as long as what
/// it replaces, and with as many operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Instead {
    /// For products of bytes `v128.bitselect`, and an instruction that does nothing. The program
    /// finds out that the products are wrong, and does not use them.
    Select,
    /// For the larger one of two numbers `f32x4.pmax`, which says the same of all numbers.
    Max,
}

impl Instead {
    fn of(operator: &wasmparser::Operator<'_>) -> Option<Self> {
        match operator {
            wasmparser::Operator::I32x4RelaxedDotI8x16I7x16AddS => Some(Instead::Select),
            wasmparser::Operator::F32x4RelaxedMax => Some(Instead::Max),
            _ => None,
        }
    }

    fn bytes(self) -> [u8; 3] {
        match self {
            Instead::Select => [0xfd, 0x52, 0x01],
            Instead::Max => [0xfd, 0xeb, 0x01],
        }
    }
}

/// Where the program has such instructions, and what is put there.
fn replacements(program: &[u8]) -> Result<Vec<(Instead, usize)>> {
    let mut found = Vec::new();
    for payload in wasmparser::Parser::new(0).parse_all(program) {
        let wasmparser::Payload::CodeSectionEntry(body) = payload? else { continue };
        for operator in body.get_operators_reader()?.into_iter_with_offsets() {
            let (operator, place) = operator?;
            found.extend(Instead::of(&operator).map(|instead| (instead, place)));
        }
    }
    Ok(found)
}

/// Says how the program becomes one for older browsers: bytes, and the places to put them.
fn list_older(program: &[u8]) -> Result<String> {
    let mut older = program.to_vec();
    let mut lists = BTreeMap::<Instead, Vec<usize>>::new();
    for (instead, place) in replacements(program)? {
        older[place..place + 3].copy_from_slice(&instead.bytes());
        lists.entry(instead).or_default().push(place);
    }
    let known = wasmparser::WasmFeatures::default() - wasmparser::WasmFeatures::RELAXED_SIMD;
    wasmparser::Validator::new_with_features(known)
        .validate_all(&older)
        .context("older browsers would refuse the program")?;
    let entry = |(instead, places): (&Instead, &Vec<usize>)| {
        format!("{{\"bytes\":{:?},\"places\":{places:?}}}", instead.bytes())
    };
    Ok(format!("[{}]\n", lists.iter().map(entry).collect::<Vec<_>>().join(",")))
}

/// Compresses the program: many hosts send files as they are.
fn pack(files: &mut Files) -> Result<()> {
    let program = files.remove("program/hexring_bg.wasm").context("no program")?;
    files.insert("program/older.json".to_owned(), list_older(&program)?.into_bytes());
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&program)?;
    files.insert("program/hexring.packed".to_owned(), packed.finish()?);
    Ok(())
}

/// Adds all files of a folder and the folders in it.
fn read_folder(folder: &Path, prefix: &str, files: &mut Files) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match path.is_dir() {
            true => read_folder(&path, &format!("{prefix}{name}/"), files)?,
            false => drop(files.insert(format!("{prefix}{name}"), fs::read(&path)?)),
        }
    }
    Ok(())
}

/// The server's page, told that the browser answers, and with what a page without a server needs.
fn make_page(files: &mut Files) -> Result<()> {
    let head = files.remove("head.html").context("web/site/head.html")?;
    let page = files.get("index.html").context("web/app/index.html")?;
    let (head, page) = (String::from_utf8(head)?, std::str::from_utf8(page)?);
    let head = head + &preloads(files);
    let page = replace(page, "data-backend=\"server\"", "data-backend=\"browser\"")?;
    let page =
        replace(&page, "<meta charset=\"utf-8\">\n", &format!("<meta charset=\"utf-8\">\n{head}"))?;
    files.insert("index.html".to_owned(), page.into_bytes());
    Ok(())
}

/// Lets the browser fetch at once what it would otherwise find out about step by step.
fn preloads(files: &Files) -> String {
    let wanted = |path: &&String| {
        path.starts_with("js/") && !LATER.iter().any(|later| path.starts_with(later))
    };
    let modules = files.keys().filter(wanted);
    let modules = modules.map(|path| format!("  <link rel=\"modulepreload\" href=\"{path}\">\n"));
    modules.collect()
}

/// Replaces the one place where something stands.
fn replace(text: &str, old: &str, new: &str) -> Result<String> {
    ensure!(text.matches(old).count() == 1, "expected {old:?} once in the page");
    Ok(text.replace(old, new))
}

/// The list of all files with their hashes, for the service worker.
fn list(files: &mut Files) {
    let listed = files.keys().filter(|path| *path != "sw.js");
    let hashes: Vec<_> =
        listed.map(|path| format!("  '{path}': '{:016x}',\n", hash(&files[path]))).collect();
    let version = hash(&hashes);
    let text = format!(
        "/** What the site is made of. */\nself.VERSION = '{version:016x}';\nself.FILES = {{\n{}}};\n",
        hashes.concat()
    );
    files.insert("files.js".to_owned(), text.into_bytes());
}

fn hash(value: &impl Hash) -> u64 {
    let mut hash = DefaultHasher::new();
    value.hash(&mut hash);
    hash.finish()
}
