use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tower_service::Service;

use crate::Refusal;
use crate::app::{App, Reach};
use crate::limits::{Limits, Ticket, household};
use crate::patient::Patient;
use crate::routes::{self, Client};
use crate::store::Store;

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens: this machine only, unless told otherwise.
    pub address: SocketAddr,
    /// The file of its database.
    pub database: PathBuf,
    /// How much anybody may take.
    pub limits: Limits,
    /// Names under which pages may call it, besides this machine's own where it listens to this machine only.
    pub hosts: Vec<String>,
    /// The address of a client is the last one in the header `X-Forwarded-For`: a proxy stands in front of the server, and
    /// nobody can reach it otherwise.
    pub trust_proxy: bool,
    /// Opens the page in a browser.
    pub open_browser: bool,
    /// The part of the page to open, such as `#/?game=hearts`.
    pub page: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: SocketAddr::from(([127, 0, 0, 1], 7777)),
            database: PathBuf::from("kirifuda.sqlite"),
            limits: Limits::default(),
            hosts: Vec::new(),
            trust_proxy: false,
            open_browser: false,
            page: String::new(),
        }
    }
}

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// The address is taken or not ours.
    #[error("cannot listen at {address}: {why}; is the table open already? Choose another port by --port")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        why: std::io::Error,
    },
    /// The database cannot be used.
    #[error("{0}; choose another file by --database")]
    Database(String),
    /// The last moments of some games are not stored.
    #[error("what was played last and not confirmed to anybody is lost: {0}")]
    NotStored(String),
    /// The machinery cannot be started.
    #[error("cannot start: {0}")]
    Start(std::io::Error),
}

/// A running server.
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    accepting: JoinHandle<()>,
    sweeping: JoinHandle<()>,
}

/// Headers must be there by then.
const HEADERS: Duration = Duration::from_secs(8);
/// How long those who are connected have to hear that the server ends.
const FAREWELL: Duration = Duration::from_secs(3);
/// How long learners have to learn from games that are over, and trainings to store what they have learned.
const LAST_LESSON: Duration = Duration::from_secs(10);
/// How often it is looked for what nobody has opened for very long.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// How often the clock of use is stored.
const MINUTE: Duration = Duration::from_secs(60);

impl Server {
    /// Starts a server; it runs until [`stop`](Server::stop).
    pub async fn start(options: Options) -> Result<Server, WebError> {
        let Options { address, database, limits, hosts, trust_proxy, .. } = options;
        let store = Store::open(&database).map_err(WebError::Database)?;
        let listener = TcpListener::bind(address).await.map_err(|why| WebError::Listen { address, why })?;
        let address = listener.local_addr().map_err(|why| WebError::Listen { address, why })?;
        let local = address.ip().is_loopback();
        // Where it has a name, something stands in front of it that others can reach.
        let shared = !local || !hosts.is_empty() || trust_proxy;
        let reach = Reach { shared, hosts, address, local, trust_proxy };
        let limits = if shared { limits } else { limits.alone() };
        let idle = limits.idle;
        let app = Arc::new(App::new(store, limits, reach));
        app.forget().await;
        let (house, limits) = (Arc::clone(&app), app.gate.limits().clone());
        let resumed = tokio::task::spawn_blocking(move || house.trainings.resume(&house.store, &limits)).await;
        if let Ok(Err(why)) = resumed {
            return Err(WebError::Database(why.message));
        }
        // Pages wait for the catalog: begin at once.
        let early = Arc::clone(&app);
        tokio::spawn(async move { early.catalog().await.map(drop) });
        let accepting = tokio::spawn(accept(listener, Arc::clone(&app)));
        let sweeping = tokio::spawn(sweep(Arc::clone(&app), idle));
        Ok(Server { app, address, accepting, sweeping })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser.
    pub fn url(&self) -> String {
        match self.address.ip().is_unspecified() {
            true => format!("http://127.0.0.1:{}/", self.address.port()),
            false => format!("http://{}/", self.address),
        }
    }

    /// Ends: everybody is told, and everything is stored; why not, where it cannot be.
    pub async fn stop(self) -> Result<(), WebError> {
        self.app.stop();
        self.accepting.abort();
        self.sweeping.abort();
        close(&self.app).await
    }
}

/// Waits until everybody has heard that the server ends and has learned what there was to learn, and stores everything.
pub(crate) async fn close(app: &App) -> Result<(), WebError> {
    app.trainings.rest();
    let start = Instant::now();
    let connected = || app.gate.counts().0 > 0 && start.elapsed() < FAREWELL;
    let learning = || !(app.trainings.all_done() && app.lessons_done()) && start.elapsed() < LAST_LESSON;
    while connected() || learning() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // A database that is held for a moment is waited for.
    let _ = tokio::time::timeout(FAREWELL, app.store.recovered()).await;
    app.store.keep_clock();
    let stored = app.store.flush().await.map_err(|refusal| WebError::NotStored(refusal.message));
    if stored.is_ok() {
        app.store.checkpoint();
    }
    app.store.release();
    stored
}

/// Runs the table until Ctrl-C or a request to terminate.
pub async fn serve(options: Options) -> Result<(), WebError> {
    let (open_browser, page) = (options.open_browser, options.page.clone());
    let database = options.database.clone();
    let server = Server::start(options).await?;
    let url = format!("{}{page}", server.url());
    let kept = database.display();
    tell(&format!("The table is open at {url}\nGames are kept in {kept}. Ctrl-C closes it; no game is lost."));
    if open_browser {
        open(&url);
    }
    wait_for_the_end().await;
    tell("Closing the table.");
    server.stop().await?;
    tell("All games are stored.");
    Ok(())
}

/// Says something on the terminal. Whoever has closed it hears nothing, and that is no trouble.
fn tell(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

async fn wait_for_the_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

/// Opens a browser where there is a desktop; without one nothing happens.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else if std::env::var_os("DISPLAY").is_some() || std::env::var_os("WAYLAND_DISPLAY").is_some() {
        ("xdg-open", &[])
    } else {
        return;
    };
    let mut command = std::process::Command::new(program);
    command.args(arguments).arg(url).stdin(std::process::Stdio::null());
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    // Whoever has no browser reads the address.
    let _ = command.spawn();
}

/// Lets somebody in, unless there are too many.
pub(crate) fn let_in(app: &Arc<App>, address: IpAddr) -> Result<Client, Refusal> {
    let from = household(address);
    let ticket = if app.reach.trust_proxy { app.gate.proxied(from) } else { app.gate.connection(from) }?;
    Ok(Client { address: ticket.address(), ticket: Arc::new(ticket) })
}

async fn accept(listener: TcpListener, app: Arc<App>) {
    let router = routes::router(Arc::clone(&app));
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                // Out of file descriptors, mostly: wait for some to come back.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        match let_in(&app, address.ip()) {
            Ok(client) => {
                let _ = stream.set_nodelay(true);
                tokio::spawn(converse(stream, router.clone(), client, Arc::clone(&app)));
            }
            // Over the limit of connections: closed without an answer, which is cheapest.
            Err(_) => app.metrics.refusals.add(),
        }
    }
}

/// Serves one connection.
pub(crate) async fn converse<S>(stream: S, router: axum::Router, client: Client, app: Arc<App>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let ticket: Arc<Ticket> = Arc::clone(&client.ticket);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(client.clone());
        router.clone().call(request)
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(64 * 1024);
    let connection = builder
        .serve_connection(TokioIo::new(Patient::new(stream, app.gate.limits().patience)), service)
        .with_upgrades();
    tokio::pin!(connection);
    // Errors of one client's connection concern nobody else.
    tokio::select! {
        biased;
        _ = connection.as_mut() => {}
        () = app.stopped() => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(FAREWELL, connection).await;
        }
    }
    drop(ticket);
}

/// Closes tables and forgets, now and then.
pub(crate) async fn sweep(app: Arc<App>, idle: Duration) {
    let every = (idle / 4).clamp(Duration::from_millis(50), Duration::from_secs(30));
    let (mut forgotten, mut kept) = (Instant::now(), Instant::now());
    loop {
        tokio::time::sleep(every).await;
        app.close_idle().await;
        if kept.elapsed() >= MINUTE {
            app.store.keep_clock();
            kept = Instant::now();
        }
        if forgotten.elapsed() >= DAY {
            app.forget().await;
            forgotten = Instant::now();
        }
    }
}
