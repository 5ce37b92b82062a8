//! The addresses under which the page can be reached, with the word that lets people in.

use std::net::{IpAddr, SocketAddr};

use crate::secret::Secret;

/// Where the page is.
pub(crate) struct Links {
    address: SocketAddr,
    /// What stands after the address where a word is needed.
    query: String,
}

impl Links {
    pub(crate) fn new(address: SocketAddr, secret: Option<&Secret>) -> Self {
        let query = secret.map(|secret| format!("?token={}", secret.token())).unwrap_or_default();
        Links { address, query }
    }

    /// Where to open the page on this machine.
    pub(crate) fn url(&self) -> String {
        match self.address.ip() {
            ip if ip.is_unspecified() => format!("http://localhost:{}/", self.address.port()),
            ip => url(ip, self.address.port()),
        }
    }

    /// Whether only this machine can reach it.
    pub(crate) fn is_local(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Every address, those for other machines first.
    pub(crate) fn links(&self) -> Vec<String> {
        let (port, query) = (self.address.port(), &self.query);
        let addresses = addresses(self.address.ip()).into_iter();
        addresses.map(|ip| format!("{}{query}", url(ip, port))).collect()
    }
}

/// The address of a page.
fn url(ip: IpAddr, port: u16) -> String {
    match ip {
        IpAddr::V6(ip) => format!("http://[{ip}]:{port}/"),
        IpAddr::V4(ip) => format!("http://{ip}:{port}/"),
    }
}

/// The addresses that lead to a listener, those of other machines' reach first.
fn addresses(bound: IpAddr) -> Vec<IpAddr> {
    if !bound.is_unspecified() {
        return vec![bound];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut all: Vec<IpAddr> = interfaces
        .iter()
        .filter(|interface| !interface.is_link_local())
        .map(if_addrs::Interface::ip)
        .filter(|ip| ip.is_ipv4() || bound.is_ipv6())
        .collect();
    all.sort_by_key(|ip| (ip.is_loopback(), ip.is_ipv6()));
    all
}
