package servernotimeout

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"time"

	"example.com/limits"
	"github.com/docker/go-connections/sockets"
)

// ReadHeaderTimeout is what it takes.
func limited(addr string, h http.Handler) error {
	srv := &http.Server{
		Addr:              addr,
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	return srv.ListenAndServe()
}

// ReadTimeout alone is enough: it bounds the header as well.
func readTimeout(h http.Handler) error {
	return (&http.Server{Handler: h, ReadTimeout: time.Minute}).ListenAndServe()
}

// The limit comes from the configuration, whatever it is.
func configured(h http.Handler, d time.Duration) error {
	return (&http.Server{Handler: h, ReadHeaderTimeout: d}).ListenAndServe()
}

// Nobody but this machine reaches it: a debug server.
func debug() {
	go http.ListenAndServe("localhost:6060", nil)
	go http.ListenAndServe("127.0.0.1:6061", nil)
	srv := &http.Server{Addr: "[::1]:6062"}
	go srv.ListenAndServe()
	go http.ListenAndServe("localhost:"+port, nil)
	go (&http.Server{Addr: fmt.Sprintf("127.0.0.1:%s", port)}).ListenAndServe()
	go http.ListenAndServe(net.JoinHostPort("localhost", port), nil)
	addr := "localhost:6063"
	if port == "" {
		addr = "127.0.0.1:6064"
	}
	go http.ListenAndServe(addr, nil)
	local := netip.AddrPortFrom(netip.IPv6Loopback(), 6065)
	go http.ListenAndServe(local.String(), nil)
	go http.ListenAndServe(netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), 6066).String(), nil)
}

func debugListeners() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: http.NotFoundHandler()}
	go srv.Serve(l)
	return http.Serve(l, nil)
}

var port = "6060"

// A field that another package gets, which may set a limit.
type elsewhere struct{ srv *http.Server }

func (e *elsewhere) start() {
	e.srv = &http.Server{}
	limits.Configure(e.srv)
	_ = e.srv.ListenAndServe()
}

// The test server's owner decides.
func forTests(h http.Handler) *httptest.Server {
	return &httptest.Server{Config: &http.Server{Handler: h}}
}

// An exported constructor hands it out: the caller may set the limits.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h}
}

// The constructors of another package set a limit, or may.
func fromOthers(h http.Handler, option func(*http.Server)) {
	_ = limits.NewLimited(h).ListenAndServe()
	_ = limits.NewConfigured(option).ListenAndServe()
}

// All the fields are given.
type other struct{ Server *http.Server }

// An exported field that somebody else may fill in before it is served.
func newOther(h http.Handler) *other { return &other{Server: &http.Server{Handler: h}} }

// A server that comes from elsewhere was made elsewhere.
func serve(srv *http.Server, l net.Listener) error { return srv.Serve(l) }

// A socket in the file system, whose server another method puts to work.
type control struct{ srv *http.Server }

func (c *control) reset() { c.srv = &http.Server{Handler: http.NotFoundHandler()} }

func (c *control) start(path string) error {
	l, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	return c.srv.Serve(l)
}

// The server in a field is served on a socket only.
type local struct {
	path string
	srv  *http.Server
}

func newLocal(path string, h http.Handler) *local {
	return &local{path: path, srv: &http.Server{Handler: h}}
}

func (l *local) start() error {
	ln, err := net.Listen("unix", l.path)
	if err != nil {
		return err
	}
	go func() { _ = l.srv.Serve(ln) }()
	return nil
}

// One connection that has been accepted before.
type single struct{ conn net.Conn }

func (s *single) Accept() (net.Conn, error) { return s.conn, nil }
func (s *single) Close() error              { return nil }
func (s *single) Addr() net.Addr            { return s.conn.LocalAddr() }

func hijacked(conn net.Conn, h http.Handler) error { return http.Serve(&single{conn}, h) }

// The proxy before it has the timeouts.
func behindProxy(addr string, h http.Handler) error {
	// The timeouts are those of the proxy.
	srv := &http.Server{Addr: addr, Handler: h}
	return srv.ListenAndServe()
}

func knowingly(addr string, h http.Handler) {
	// This has no support for timeouts, and its only client is a sidecar.
	if err := http.ListenAndServe(addr, h); err != nil {
		panic(err)
	}
}

// Only users of this machine reach a socket.
func onSocket(path string, h http.Handler) error {
	srv := http.Server{Addr: path, Handler: h}
	l, err := sockets.NewUnixSocket(path, 0)
	if err != nil {
		return err
	}
	return srv.Serve(l)
}

// So they do where a function serves on it.
func startOnSocket(path string, h http.Handler) error {
	var listener net.Listener
	if addr, err := net.ResolveUnixAddr("unix", path); err != nil {
		return err
	} else if listener, err = net.ListenUnix("unix", addr); err != nil {
		return err
	} else {
		srv := &http.Server{Addr: path, Handler: h}
		go start(srv, listener)
	}
	return nil
}

func start(srv *http.Server, l net.Listener) { _ = srv.Serve(l) }

// One that a field keeps is none that others reach.
type stats struct{ ln net.Listener }

func (s *stats) start(path string, h http.Handler) {
	ln, err := net.Listen("unix", path)
	if err != nil {
		return
	}
	s.ln = ln
	_ = http.Serve(s.ln, h)
}

// What this listener hands out are the streams of one connection.
type streams struct{ session chan net.Conn }

func (s *streams) Accept() (net.Conn, error) { return <-s.session, nil }
func (s *streams) Close() error              { return nil }
func (s *streams) Addr() net.Addr            { return nil }

func overOne(session chan net.Conn, h http.Handler) error {
	srv := &http.Server{Handler: h}
	listener := &streams{session: session}
	return srv.Serve(listener)
}

// Another linter has been told why.
func probes(port string, mux *http.ServeMux) {
	_ = http.ListenAndServe(":"+port, mux) // #nosec G114 -- probes only
}
