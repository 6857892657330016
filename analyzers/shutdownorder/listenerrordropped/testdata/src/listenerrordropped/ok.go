package listenerrordropped

import (
	"log"
	"net"
	"net/http"
)

func logged(srv *http.Server) {
	go func() { log.Println(srv.ListenAndServe()) }()
}

func sent(srv *http.Server) <-chan error {
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	return failed
}

func returned(mux *http.ServeMux) error { return http.ListenAndServe(":8080", mux) }

// The listener is there, and its error was seen.
func listening(srv *http.Server, ln net.Listener) {
	go srv.Serve(ln)
}
