//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// pipeListener is a listener with one connection, which is no socket and so can live
// in a synctest bubble.
type pipeListener struct {
	*idleListener
	conns chan net.Conn
}

func newPipeListener() (l *pipeListener, client net.Conn) {
	client, server := net.Pipe()
	l = &pipeListener{newIdleListener(), make(chan net.Conn, 1)}
	l.conns <- server
	return l, client
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// A connection on which nothing was ever sent, as browsers open in advance, does
// not hold up the shutdown for five seconds.
func TestSilentConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		seen := false
		srv := &http.Server{ConnState: func(_ net.Conn, state http.ConnState) { seen = seen || state == http.StateNew }}
		s := New(nil, "", quiet, WithDrain(0), WithServer(srv))
		s.MarkReady()
		ln, conn := newPipeListener()
		defer conn.Close()
		run := make(chan error, 1)
		go func() { run <- s.Serve(ln) }()
		synctest.Wait()
		if !seen {
			t.Error("WithServer's own callback is not called")
		}
		start := time.Now()
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took >= time.Second {
			t.Errorf("took %v", took)
		}
		<-run
	})
}

// served is an http.Server in a bubble, with what its Serve returns.
func served(h http.Handler, ln net.Listener) (*http.Server, <-chan error) {
	srv := &http.Server{Handler: h}
	result := make(chan error, 1)
	go func() { result <- srv.Serve(ln) }()
	synctest.Wait()
	return srv, result
}

func TestDrainAndShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		srv, stopped := served(ok, newIdleListener())
		draining, result, start := Draining(), make(chan error, 1), time.Now()
		go func() { result <- DrainAndShutdown(context.Background(), srv, WithDrain(200*time.Millisecond)) }()
		<-draining
		synctest.Wait()
		select {
		case err := <-stopped:
			t.Errorf("stopped while draining: %v", err)
		default:
		}
		if err := <-result; err != nil || time.Since(start) != 200*time.Millisecond {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		if err := <-stopped; !errors.Is(err, http.ErrServerClosed) || Context().Err() != nil {
			t.Errorf("the server ended with %v, the work context with %v: want no listener, and workers left alone", err, Context().Err())
		}
	})
}

func TestDrainAndShutdownSharesTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		ln, conn := newPipeListener()
		srv, _ := served(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }), ln)
		if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: h\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait() // it is in the handler
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		start := time.Now()
		err := DrainAndShutdown(ctx, srv) // 3 s + 10 s by default
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 200*time.Millisecond {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		conn.Close()
	})
}

// The drain leaves half of a short deadline to the shutdown itself, and there is none
// after the usual mistake: the context that the signal has cancelled.
func TestDrainAndShutdownWithShortDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		useDefault(t)
		ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
		defer cancel()
		srv, _ := served(ok, newIdleListener())
		start := time.Now()
		if err := DrainAndShutdown(ctx, srv); err != nil || time.Since(start) != 200*time.Millisecond {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		srv, _ = served(ok, newIdleListener())
		start = time.Now()
		if err := DrainAndShutdown(endedContext(), srv); !errors.Is(err, context.Canceled) || time.Since(start) != 0 {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
	})
}
