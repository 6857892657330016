package servernotimeout

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	web "net/http"

	"example.com/limits"
)

func literal(addr string, h http.Handler) error {
	srv := &http.Server{ // want `slow clients can exhaust connections and goroutines: http\.Server srv has neither ReadHeaderTimeout nor ReadTimeout \(httptimeout/server-no-timeout`
		Addr:    addr,
		Handler: h,
	}
	return srv.ListenAndServe()
}

func helpers(l net.Listener, h http.Handler) {
	_ = http.ListenAndServe(":8080", h)                    // want `http.ListenAndServe serves without ReadHeaderTimeout and ReadTimeout`
	_ = http.ListenAndServe(":8081", nil)                  // want `http.ListenAndServe serves without`
	_ = web.ListenAndServeTLS(":8443", "cert", "key", h)   // want `web.ListenAndServeTLS serves without`
	_ = http.Serve(l, http.HandlerFunc(http.NotFound))     // want `http.Serve serves without`
	_ = http.ServeTLS(l, http.NotFoundHandler(), "c", "k") // want `http.ServeTLS serves without`
	addr := "localhost:8082"
	if h != nil {
		addr = ":8082" + addr[:0]
		addr = fmt.Sprint(addr)
	}
	_ = http.ListenAndServe(addr, h)                        // want `http.ListenAndServe serves without`
	_ = http.ListenAndServe("0.0.0.0:80", http.HandlerFunc( // want `http.ListenAndServe serves without`
		func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusOK)
		},
	))
}

// Only the other direction is limited; the write limit is none for the header.
func halfLimited(h http.Handler) *server {
	return &server{http: &http.Server{Handler: h, WriteTimeout: minute, IdleTimeout: minute}} // want `http.Server has neither`
}

const minute = 60_000_000_000

type server struct {
	http *http.Server
}

func (s *server) run() error { return s.http.ListenAndServe() }

// new, and a value that is filled in field by field.
func byHand(h http.Handler, l net.Listener) {
	srv := new(http.Server) // want `http.Server srv has neither`
	srv.Handler = h
	go srv.Serve(l)

	var other http.Server // want `other has neither`
	other.Addr = ":9090"
	other.Handler = h
	fmt.Println(other.ListenAndServe())
}

var global http.Server // want `global has neither`

func serveGlobal() error { return global.ListenAndServe() }

// An embedded server, and one that is a field, both values that nobody fills.
type app struct {
	http.Server
	name string
}

func (a *app) start(h http.Handler) error {
	a.Addr = ":8080"
	a.Handler = h
	if err := a.ListenAndServe(); err != nil { // want `a has neither`
		return err
	}
	return nil
}

type holder[T any] struct {
	srv  http.Server
	data T
}

func (x *holder[T]) start(l net.Listener) error {
	x.srv.TLSConfig = &tls.Config{}
	return x.srv.Serve(l) // want `x.srv has neither`
}

// The constructor of another package returns one without limits.
func fromElsewhere(h http.Handler) error {
	srv := limits.NewServer(":8080", h) // want `http.Server srv has neither`
	srv.ErrorLog = nil
	return srv.ListenAndServe()
}

// An exported field, but made and served in one go.
type Service struct{ Server *http.Server }

func (s *Service) Run(h http.Handler) error {
	s.Server = &http.Server{Handler: h} // want `http.Server s.Server has neither`
	return s.Server.ListenAndServe()
}

// A listener around another hands out what that one accepts.
type counting struct {
	net.Listener
	n int
}

func counted(l net.Listener, h http.Handler) error {
	srv := &http.Server{Handler: h} // want `http.Server srv has neither`
	listener := &counting{Listener: l}
	return srv.Serve(listener)
}
