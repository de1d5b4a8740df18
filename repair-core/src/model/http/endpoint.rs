//! Where requests go, and the client that may send them there.

use std::{net::IpAddr, time::Duration};

use reqwest::{Client, ClientBuilder, Url, redirect};

use crate::model::ModelError;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// One URL of one provider, with the client for it.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    pub(super) url: Url,
    pub(super) client: Client,
}

impl Endpoint {
    /// The endpoint at `path` below `base`.
    pub(crate) fn new(base: &str, path: &str, allow_http: bool) -> Result<Self, ModelError> {
        let url = join(base, path)?;
        let host = url.host_str().unwrap_or_default();
        let (plain, local) = (url.scheme() == "http", is_loopback(host));
        if plain && !local && !allow_http {
            return Err(ModelError::Insecure { host: host.to_owned() });
        }
        let client = client(plain, local)?;
        Ok(Self { url, client })
    }

    #[cfg(feature = "openai")]
    pub(crate) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

fn join(base: &str, path: &str) -> Result<Url, ModelError> {
    let invalid = |reason: &str| ModelError::InvalidBaseUrl { reason: reason.to_owned() };
    let mut url = Url::parse(base.trim()).map_err(|error| invalid(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(invalid("its scheme is neither https nor http"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid("it carries a user name or a password"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(invalid("it carries a query or a fragment"));
    }
    let joined = format!("{}{path}", url.path().trim_end_matches('/'));
    url.set_path(&joined);
    Ok(url)
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn client(plain: bool, local: bool) -> Result<Client, ModelError> {
    // What other crates enable in reqwest must not change what is sent and read here: no redirects (they would carry
    // `x-api-key` to another host), no decompression, no retries.
    let builder = Client::builder()
        .user_agent(concat!("repair/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT_TIMEOUT)
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate();
    let builder = if local { builder.no_proxy() } else { builder };
    let builder = tls(builder, plain)?;
    builder.build().map_err(|error| ModelError::Client(error.without_url().into()))
}

/// The TLS backend; `rustls` where both are compiled in. Plain http needs no certificates, so a machine without any can
/// still talk to itself.
#[cfg(any(feature = "rustls", feature = "native-tls"))]
fn tls(builder: ClientBuilder, plain: bool) -> Result<ClientBuilder, ModelError> {
    #[cfg(feature = "rustls")]
    let builder = builder.tls_backend_rustls();
    #[cfg(not(feature = "rustls"))]
    let builder = builder.tls_backend_native();
    Ok(if plain { builder.tls_certs_only([]) } else { builder.https_only(true) })
}

#[cfg(not(any(feature = "rustls", feature = "native-tls")))]
fn tls(builder: ClientBuilder, plain: bool) -> Result<ClientBuilder, ModelError> {
    if plain { Ok(builder) } else { Err(ModelError::NoTls) }
}
