package listenerrordropped

import (
	"net/http"
	"time"
)

func start(mux *http.ServeMux) *http.Server {
	srv := &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go srv.ListenAndServe() // want `a server that cannot listen, as when its address is in use, goes unnoticed: the error of srv.ListenAndServe is dropped`
	return srv
}

func startInLiteral(srv *http.Server) {
	go func() {
		srv.ListenAndServeTLS("cert.pem", "key.pem") // want `the error of srv.ListenAndServeTLS is dropped`
	}()
}

func serve(mux *http.ServeMux) {
	http.ListenAndServe(":8080", mux) // want `the error of http.ListenAndServe is dropped`
}

func startBlank(srv *http.Server) {
	go func() {
		_ = srv.ListenAndServe() // want `the error of srv.ListenAndServe is dropped`
	}()
}
