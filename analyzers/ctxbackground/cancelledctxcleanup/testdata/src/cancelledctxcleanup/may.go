package cancelledctxcleanup

import (
	"context"
	"log/slog"
	"net/http"
)

// A select that control passes in two ways.
func twoWays(ctx context.Context, c *conn, finished <-chan error) {
	select {
	case <-finished:
	case <-ctx.Done():
	}
	c.Close(ctx) // want `c\.Close fails without doing its work when ctx is already canceled, as it is where <-ctx\.Done\(\) has returned`
}

// A plain break leaves the select and nothing more.
func breaksOut(ctx context.Context, c *conn, finished <-chan error) {
	select {
	case <-finished:
		break
	case <-ctx.Done():
	}
	c.Close(ctx) // want `c\.Close fails without doing its work when ctx is already canceled, as it is where <-ctx\.Done\(\) has returned`
}

// One of the cases that return is the end of the context.
func allReturn(ctx context.Context, c *conn, finished <-chan error) error {
	defer func() { c.Close(ctx) }() // want `c\.Close fails without doing its work when ctx is already canceled`
	select {
	case err := <-finished:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A loop that the end of the context leaves, among others.
func inLoop(ctx context.Context, srv *http.Server, stop <-chan struct{}, work <-chan int) error {
	defer func() {
		_ = srv.Shutdown(ctx) // want `srv\.Shutdown fails without doing its work when ctx is already canceled`
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-stop:
			return nil
		case <-work:
		}
	}
}

// The break leaves no more than the select.
func labelled(ctx context.Context, l locker, more <-chan int) {
wait:
	select {
	case <-ctx.Done():
		slog.Info("ended")
	case <-more:
		break wait
	}
	_ = l.Unlock(ctx) // want `l\.Unlock fails without doing its work when ctx is already canceled`
}
