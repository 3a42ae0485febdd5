//! Holds the imports of the core against its layers: each file uses files further down only.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of `src/`, and its folders as one each, from the entrances to the leaves.
const LAYERS: &[&[&str]] = &[
    &["wasm"],
    &["trap"],
    &["machine", "schema"],
    &["explain"],
    &["decide"],
    &["report"],
    &["fallback"],
    &["branch", "header_gate", "home", "host_retry", "judgement"],
    &["classify", "config", "seam"],
    &["hint", "overflow", "mirror"],
    &["reading", "instant", "wording"],
    &["status", "clean"],
    &["diagnostics", "backoff"],
    &["duration", "failure"],
    &["category", "literals", "model", "text"],
    &["wire"],
    &["json"],
];

/// `overflow.rs` has rows of the table that `wording/` searches, and stands alone for its readers.
const ONE_TABLE: (&str, &str) = ("wording", "overflow");

#[test]
fn each_file_uses_files_of_lower_layers_only() {
    let layer = |name: &str| LAYERS.iter().position(|layer| layer.contains(&name));
    for file in sources() {
        let name = name(&file);
        if name == "lib" {
            continue;
        }
        let own = layer(&name).unwrap_or_else(|| panic!("{name} is in no layer"));
        for used in used(&code(&file)).into_iter().filter(|used| *used != name) {
            let other = layer(&used).unwrap_or_else(|| panic!("{used} is in no layer"));
            let allowed = own < other || (name.as_str(), used.as_str()) == ONE_TABLE;
            assert!(allowed, "{} uses {used}, which is no lower layer", file.display());
        }
    }
}

#[test]
fn each_layer_names_files_that_exist() {
    let found: BTreeSet<String> = sources().iter().map(|file| name(file)).collect();
    for listed in LAYERS.iter().flat_map(|layer| layer.iter()) {
        assert!(found.contains(*listed), "{listed}");
    }
}

#[test]
fn one_file_knows_javascript() {
    for file in sources() {
        let knows = ["js_sys", "wasm_bindgen"].iter().any(|word| code(&file).contains(word));
        assert_eq!(knows, name(&file) == "wasm", "{}", file.display());
    }
}

/// Returns every file below `src/`.
fn sources() -> Vec<PathBuf> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { collect(&path, files) } else { files.push(path) }
        }
    }
    let mut files = vec![];
    collect(Path::new("src"), &mut files);
    files
}

/// Returns the name of a file, or that of its folder in `src/`.
fn name(file: &Path) -> String {
    let first = file.components().nth(1).expect("a name below src/");
    let first = first.as_os_str().to_str().expect("plain names");
    first.trim_end_matches(".rs").to_owned()
}

/// Returns the text of a file without its comments and its tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a file");
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the modules of the crate that a text names.
fn used(code: &str) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = group.split_once("};").map_or(group, |(group, _)| group);
                modules.extend(outside_braces(group).split(',').map(word));
            }
            None => {
                modules.insert(word(rest));
            }
        }
    }
    modules.remove("");
    modules
}

/// Returns what of the inside of a group stands in no group of its own.
fn outside_braces(group: &str) -> String {
    let mut depth = 0;
    let mut outside = String::new();
    for letter in group.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => outside.push(letter),
            _ => {}
        }
    }
    outside
}

fn word(text: &str) -> String {
    text.trim().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}
