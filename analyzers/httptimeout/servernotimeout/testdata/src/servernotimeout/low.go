package servernotimeout

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"

	"github.com/docker/go-connections/sockets"
)

// Nobody but this machine reaches it.
func localAddresses() {
	go http.ListenAndServe("localhost:6060", nil) // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	go http.ListenAndServe("127.0.0.1:6061", nil) // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	srv := &http.Server{Addr: "[::1]:6062"}       // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
	go srv.ListenAndServe()
	go http.ListenAndServe("localhost:"+port, nil)                              // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	go (&http.Server{Addr: fmt.Sprintf("127.0.0.1:%s", port)}).ListenAndServe() // want `slow clients can exhaust connections and goroutines: http\.Server has neither ReadHeaderTimeout nor ReadTimeout`
	go http.ListenAndServe(net.JoinHostPort("localhost", port), nil)            // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	addr := "localhost:6063"
	if port == "" {
		addr = "127.0.0.1:6064"
	}
	go http.ListenAndServe(addr, nil) // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	local := netip.AddrPortFrom(netip.IPv6Loopback(), 6065)
	go http.ListenAndServe(local.String(), nil)                                                      // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	go http.ListenAndServe(netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), 6066).String(), nil) // want `slow clients can exhaust connections and goroutines: http\.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
}

func localListeners() error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: http.NotFoundHandler()} // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
	go srv.Serve(l)
	return http.Serve(l, nil) // want `slow clients can exhaust connections and goroutines: http\.Serve serves without ReadHeaderTimeout and ReadTimeout`
}

func (c *control) reset() { c.srv = &http.Server{Handler: http.NotFoundHandler()} } // want `slow clients can exhaust connections and goroutines: http\.Server c\.srv has neither ReadHeaderTimeout nor ReadTimeout`

func newLocal(path string, h http.Handler) *local {
	return &local{path: path, srv: &http.Server{Handler: h}} // want `slow clients can exhaust connections and goroutines: http\.Server has neither ReadHeaderTimeout nor ReadTimeout`
}

func hijacked(conn net.Conn, h http.Handler) error { return http.Serve(&single{conn}, h) } // want `slow clients can exhaust connections and goroutines: http\.Serve serves without ReadHeaderTimeout and ReadTimeout`

// Only users of this machine reach a socket.
func onSocket(path string, h http.Handler) error {
	srv := http.Server{Addr: path, Handler: h} // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
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
		srv := &http.Server{Addr: path, Handler: h} // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
		go start(srv, listener)
	}
	return nil
}

func (s *stats) start(path string, h http.Handler) {
	ln, err := net.Listen("unix", path)
	if err != nil {
		return
	}
	s.ln = ln
	_ = http.Serve(s.ln, h) // want `slow clients can exhaust connections and goroutines: http\.Serve serves without ReadHeaderTimeout and ReadTimeout`
}

func overOne(session chan net.Conn, h http.Handler) error {
	srv := &http.Server{Handler: h} // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout`
	listener := &streams{session: session}
	return srv.Serve(listener)
}

// A socket in the file system, whose server another method puts to work.
type control struct{ srv *http.Server }

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

func start(srv *http.Server, l net.Listener) { _ = srv.Serve(l) }

// One that a field keeps is none that others reach.
type stats struct{ ln net.Listener }

// What this listener hands out are the streams of one connection.
type streams struct{ session chan net.Conn }

func (s *streams) Accept() (net.Conn, error) { return <-s.session, nil }
func (s *streams) Close() error              { return nil }
func (s *streams) Addr() net.Addr            { return nil }

var port = "6060"
