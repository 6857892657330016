package lifecycle

import (
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

// Defaults of the time limits: 3 s + 10 s + half of the grace period for the
// hooks are 26 s, which fits the 30 s that Kubernetes waits before SIGKILL.
const (
	defaultDrain       = 3 * time.Second
	defaultHTTPTimeout = 10 * time.Second
	defaultGrace       = 26 * time.Second
)

// settings is what options set.
type settings struct {
	drain       time.Duration
	httpTimeout time.Duration
	grace       time.Duration
	panics      PanicPolicy
	http        *http.Server
	listener    net.Listener
	tls         *keyPair
	probes      probePaths
	probeAddr   string
}

func newSettings(opts []Option) settings {
	s := settings{
		drain:       defaultDrain,
		httpTimeout: defaultHTTPTimeout,
		grace:       defaultGrace,
		probes:      probePaths{live: "/healthz", ready: "/readyz", started: "/startupz"},
	}
	for _, opt := range opts {
		opt(&s)
	}
	return s
}

// Option configures a Server.
type Option func(*settings)

// WithDrain sets how long the server, after SIGTERM, keeps serving while
// /readyz answers 503. It should be longer than the load balancer takes to
// notice. The default is 3 s; zero skips the drain.
func WithDrain(d time.Duration) Option { return func(s *settings) { s.drain = max(d, 0) } }

// WithHTTPTimeout sets how long requests in flight may take once the listener
// is closed; what is left then is cut. The default is 10 s.
func WithHTTPTimeout(d time.Duration) Option { return func(s *settings) { s.httpTimeout = max(d, 0) } }

// WithGrace sets the limit of the whole shutdown, drain included; no
// combination of hooks exceeds it. It must be shorter than what the platform
// waits before SIGKILL (terminationGracePeriodSeconds, stop_grace_period). The
// default is 26 s. If it is too short for drain, HTTP and hooks, all are scaled
// down alike.
func WithGrace(d time.Duration) Option { return func(s *settings) { s.grace = max(d, 0) } }

// WithServer sets the http.Server to use, for its time limits, TLS configuration and
// callbacks. Its Addr and Handler are used where New was passed none, and it serves TLS if
// its TLSConfig has certificates. The caller must not use it after that.
func WithServer(srv *http.Server) Option { return func(s *settings) { s.http = srv } }

// WithListener makes Run serve on a listener that exists already, which it closes.
func WithListener(ln net.Listener) Option { return func(s *settings) { s.listener = ln } }

// keyPair names the files of a certificate and its key.
type keyPair struct{ cert, key string }

// WithTLS serves TLS with the certificate and the key in these files, as
// ListenAndServeTLS of net/http does: both may be empty if the TLSConfig of the
// server given with WithServer has certificates.
func WithTLS(certFile, keyFile string) Option {
	return func(s *settings) { s.tls = &keyPair{certFile, keyFile} }
}

// WithProbes sets the paths of the liveness, readiness and start-up probes, by
// default /healthz, /readyz and /startupz. An empty path switches that probe
// off.
func WithProbes(live, ready, started string) Option {
	return func(s *settings) { s.probes = probePaths{live, ready, started} }
}

// WithProbeAddr serves the probes on an address of their own, and only there,
// from the start to the very end of Run. The address has the form that New
// takes.
func WithProbeAddr(addr string) Option { return func(s *settings) { s.probeAddr = addr } }

// WithPanicPolicy sets what a panic in a worker does. The default is Contain.
func WithPanicPolicy(p PanicPolicy) Option { return func(s *settings) { s.panics = p } }

// listenAddr completes an address: "" is $PORT or :8080, "8080" is ":8080".
func listenAddr(addr string) string {
	if addr == "" {
		addr = os.Getenv("PORT")
	}
	if addr == "" {
		return ":8080"
	}
	if strings.Trim(addr, "0123456789") == "" {
		return ":" + addr
	}
	return addr
}
