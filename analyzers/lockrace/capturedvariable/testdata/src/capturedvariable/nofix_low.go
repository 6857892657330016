package capturedvariable

import (
	"net"
	"net/http"
)

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

// relay learns the peer's address before the first packet goes the other way.
func relay(a, b net.PacketConn, target net.Addr) error {
	var peer net.Addr
	errs := make(chan error, 2)
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := a.ReadFrom(buf)
			if err != nil {
				errs <- err
				return
			}
			if peer == nil {
				peer = from // want `data race: peer is written in the goroutine started at line \d+, and read at line \d+, and nothing orders the two`
			}
			b.WriteTo(buf[:n], target)
		}
	}()
	go func() {
		buf := make([]byte, 1500)
		for {
			n, _, err := b.ReadFrom(buf)
			if err != nil {
				errs <- err
				return
			}
			a.WriteTo(buf[:n], peer)
		}
	}()
	return <-errs
}
