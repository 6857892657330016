package unboundedwait

import (
	"context"
	"net/http"
	"time"
)

func limited(srv *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return srv.Shutdown(ctx)
}

// The caller decides.
func Given(ctx context.Context, srv *http.Server) error { return srv.Shutdown(ctx) }

// What takes too long is cut off.
func cutOff(srv *http.Server) error {
	defer time.AfterFunc(time.Second, func() { srv.Close() }).Stop()
	return srv.Shutdown(context.Background())
}

// Another goroutine cancels the context, as after a second signal.
func hurried(srv *http.Server, quit, hurry <-chan struct{}, work func(context.Context)) {
	ctx, done := context.WithCancel(context.Background())
	go func() {
		<-hurry
		done()
	}()
	go func() {
		<-quit
		_ = srv.Shutdown(ctx)
		done()
	}()
	work(ctx)
}
