package blockedsend

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Serving ends with the program, and so does what is left behind. What is lost is little.
func run(srv *http.Server, db interface{ Close() error }) error {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	go srv.ListenAndServe()
	<-stop
	closed := make(chan error)
	go func() { closed <- db.Close() }() // want `send on closed blocks forever when run returns at line \d+ without receiving .*low confidence: it runs before`
	select {
	case err := <-closed:
		return err
	case <-time.After(time.Minute):
		return errors.New("not closed in time")
	}
}

func serveBoth(ctx context.Context, public, admin *http.Server) {
	done := make(chan struct{})
	for _, srv := range []*http.Server{public, admin} {
		go func() {
			_ = srv.ListenAndServe()
			done <- struct{}{} // want `send on done blocks forever when serveBoth returns at line \d+ before it has received all values .*low confidence`
		}()
	}
	<-done
	_ = public.Shutdown(ctx)
}
