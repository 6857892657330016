package capturedvariable

import "net/http"

// serve calls a method of another package, which may wait for the goroutine.
func serve(srv *http.Server, end func()) error {
	var err error
	go func() {
		err = srv.ListenAndServe() // want `data race: err is written in the goroutine started at line \d+, and read at line \d+, and nothing orders the two`
	}()
	end()
	srv.Close()
	return err
}

// gate opens for the goroutine, which has then waited for its starter.
func gate(open <-chan struct{}, work func() int) (n int) {
	go func() {
		<-open
		n = work() // want `data race: n is written in the goroutine started at line \d+, and written at line \d+, and nothing orders the two`
	}()
	n = 2
	return n
}
