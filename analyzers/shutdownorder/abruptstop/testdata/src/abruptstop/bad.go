package abruptstop

import (
	"context"
	"net/http"
	"os"
	"os/signal"
)

func serve(ctx context.Context, srv *http.Server) error {
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		srv.Close() // has failed already
		return err
	case <-ctx.Done():
	}
	return srv.Close() // want `requests in flight are dropped when the program stops: srv\.Close closes their connections, and nothing lets them finish`
}

func untilSignal(srv *http.Server) {
	go srv.ListenAndServe()
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	<-interrupted
	end(srv)
}

func end(srv *http.Server) {
	if err := srv.Close(); err != nil { // want `srv\.Close closes their connections`
		println(err.Error())
	}
}

type api struct{ srv *http.Server }

// Stop is what the program calls at its end.
func (a *api) Stop() {
	a.srv.Close() // want `a\.srv\.Close closes their connections`
}
