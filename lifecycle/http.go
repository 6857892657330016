package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// stopHTTP closes the listener and waits for the requests in flight, at most d;
// then it cuts them off.
func (s *Server) stopHTTP(d time.Duration) error {
	closeFresh := time.AfterFunc(min(freshWait, d/2), s.fresh.closeAll)
	defer closeFresh.Stop()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return shutdownHTTP(ctx, s.http)
}

// shutdownHTTP is srv.Shutdown, and srv.Close if that takes too long.
func shutdownHTTP(ctx context.Context, srv *http.Server) error {
	err := srv.Shutdown(ctx)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("requests in flight cut off: %w", errors.Join(err, srv.Close()))
	}
	return err
}

// DrainAndShutdown is srv.Shutdown for a server that lifecycle does not run. It closes the
// process-wide Draining channel, which the readiness handler should watch, keeps the server
// running for the drain period (3 s, WithDrain) and then shuts it down within
// WithHTTPTimeout (10 s). If ctx has a deadline the drain takes at most half of the
// remaining time. Requests still in flight at the end are dropped, and the error says so.
// Hooks and workers are not touched: call Shutdown after the last server.
//
// ctx must not have ended: one that the signal has canceled leaves no time at all.
func DrainAndShutdown(ctx context.Context, srv *http.Server, opts ...Option) error {
	set := newSettings(opts)
	std.Load().closeDraining()
	drain := set.drain
	if deadline, ok := ctx.Deadline(); ok {
		drain = min(drain, time.Until(deadline)/2)
	}
	cut := Sleep(ctx, drain)
	ctx, cancel := context.WithTimeout(ctx, set.httpTimeout)
	defer cancel()
	if err := shutdownHTTP(ctx, srv); err != nil {
		return err
	}
	return cut
}
