//! Desk and thinker as JavaScript sees them: texts of JSON in, texts of JSON out.
//!
//! # Safety
//! All unsafe code here is what `wasm_bindgen` writes.
#![allow(unsafe_code)]

use hexring_app::Summary;
use hexring_network::Network;
use js_sys::Function;
use serde::Deserialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::desk::Desk;
use crate::thinker::Thinker;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn complain(text: &str);
}

/// Says in the browser's console where a fault was: the fault itself ends the worker without words.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|fault| complain(&fault.to_string())));
}

/// The desk.
#[wasm_bindgen(js_name = Desk)]
#[derive(Default)]
pub struct BrowserDesk(Desk);

#[wasm_bindgen(js_class = Desk)]
impl BrowserDesk {
    /// A desk with all players and no games.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        BrowserDesk::default()
    }

    /// See [`Desk::ask`].
    pub fn ask(&mut self, request: &str) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.0.ask(read(request)?))?)
    }

    /// See [`Desk::load`].
    pub fn load(&mut self, id: &str, saved: &str) -> Result<(), JsError> {
        Ok(self.0.load(id, read(saved)?)?)
    }

    /// See [`Desk::end`].
    pub fn end(&mut self, id: &str, number: f64, found: &str) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.0.end(id, number as u64, read(found)?))?)
    }

    /// See [`Desk::call_off`].
    #[wasm_bindgen(js_name = callOff)]
    pub fn call_off(&mut self, id: &str) {
        self.0.call_off(id);
    }

    /// See [`Summary::matches`].
    pub fn matches(&self, summary: &str, text: &str) -> Result<bool, JsError> {
        Ok(read::<Summary>(summary)?.matches(text))
    }

    /// See [`Desk::forget`].
    pub fn forget(&mut self, id: &str) {
        self.0.forget(id);
    }
}

/// Whoever thinks.
#[wasm_bindgen(js_name = Thinker)]
pub struct BrowserThinker(Thinker);

#[wasm_bindgen(js_class = Thinker)]
impl BrowserThinker {
    /// Somebody who knows all players, and three networks in the format of their files: for usual
    /// boards, for large ones, for seasons.
    #[wasm_bindgen(constructor)]
    pub fn new(usual: &[u8], large: &[u8], seasons: &[u8]) -> Result<Self, JsError> {
        Network::ship(usual, large, seasons)?;
        Ok(BrowserThinker(Thinker::new()))
    }

    /// See [`Thinker::think`].
    pub fn think(&mut self, work: &str, hear: &Function) -> Result<String, JsError> {
        let mut tell = |line: &str| {
            // Whoever listens has no answer to give.
            let _ = hear.call1(&JsValue::NULL, &JsValue::from_str(line));
        };
        Ok(self.0.think(read(work)?, &mut tell)?)
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, JsError> {
    Ok(serde_json::from_str(text)?)
}
