package listenerrordropped

import "net/http"

func startSaid(srv *http.Server) {
	go func() {
		// It returns ErrServerClosed when the program ends.
		_ = srv.ListenAndServe() // want `the error of srv.ListenAndServe is dropped`
	}()
}
