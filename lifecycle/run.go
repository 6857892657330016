package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"
)

// ErrAlreadyRun is returned by the second call of Run or Serve.
var ErrAlreadyRun = errors.New("lifecycle: the server was already run")

// ListenAndServe serves h on addr until SIGTERM or SIGINT, shuts down in order
// and returns nil, or what went wrong. It is New, MarkReady and Run with the
// defaults, in the shape of the function of net/http.
func ListenAndServe(addr string, h http.Handler) error {
	s := New(h, addr, nil)
	s.MarkReady()
	return s.Run()
}

// Serve is ListenAndServe for an existing http.Server: its time limits, TLS configuration
// and callbacks stay. The caller must not use srv after that. With WithListener it serves
// on a listener, with WithTLS by TLS.
func Serve(srv *http.Server, opts ...Option) error {
	s := New(nil, "", nil, append(slices.Clip(opts), WithServer(srv))...)
	s.MarkReady()
	return s.Run()
}

// Run listens, serves, and returns when the shutdown is over: nil after a clean one, else
// the joined errors of all steps. The shutdown begins on SIGTERM, on SIGINT (without
// drain), when Shutdown is called, or when start-up, the listener or a worker fails. A
// second signal ends the process immediately with exit code 128 + signal number.
//
// Before it listens, Run refuses to start with what CheckEnv reports. With the last server
// to stop also stop the process-wide workers and hooks, unless Main is running and the
// process was not stopped.
func (s *Server) Run() error { return s.run(s.listener) }

// Serve is Run on a listener that exists already. It closes ln.
func (s *Server) Serve(ln net.Listener) error { return s.run(ln) }

func (s *Server) run(ln net.Listener) error {
	if !s.ran.CompareAndSwap(false, true) {
		if ln != nil {
			ln.Close()
		}
		return ErrAlreadyRun
	}
	proc.enter(s)
	defer proc.leave(s)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()

	start := time.Now()
	if err := s.open(ctx, ln); err != nil {
		s.record(finished(phaseStart, "start-up", start, err))
		s.begin(reason{text: "start-up failed"})
	}
	<-s.done
	err := s.Report().Err()
	if d := proc.takeDefault(s); d != nil { // Shutdown was faster than Run
		d.finish([]*Server{d})
		err = errors.Join(err, d.Report().Err())
	}
	return err
}

// open starts everything that serves; ctx ends when Run returns.
func (s *Server) open(ctx context.Context, ln net.Listener) error {
	if err := CheckEnv(); err != nil {
		return errors.Join(err, closeListener(ln))
	}
	if ln == nil {
		var err error
		if ln, err = net.Listen("tcp", s.http.Addr); err != nil {
			return err
		}
	}
	if s.probeAddr != "" {
		if err := s.openProbes(ctx); err != nil {
			return errors.Join(err, closeListener(ln))
		}
	}
	s.keepAlive(ctx)
	s.logger().Info("serving", "addr", ln.Addr().String())
	go s.serve(ln)
	s.life.Lock()
	prepare := s.onStart
	s.life.Unlock()
	if len(prepare) > 0 {
		s.Group.Go(func(context.Context) { s.prepare(prepare) })
	} else {
		s.markStarted()
	}
	return nil
}

func closeListener(ln net.Listener) error {
	if ln == nil {
		return nil
	}
	return ln.Close()
}

// serve accepts connections until the listener is closed.
func (s *Server) serve(ln net.Listener) {
	start := time.Now()
	var err error
	if pair := s.keyPair(); pair != nil {
		err = s.http.ServeTLS(ln, pair.cert, pair.key)
	} else {
		err = s.http.Serve(ln)
	}
	if !errors.Is(err, http.ErrServerClosed) {
		s.record(finished(phaseHTTP, "serve", start, err))
		s.begin(reason{text: "http server failed"})
	}
}

// keyPair returns the files to serve TLS with, nil if it is not to be served.
func (s *Server) keyPair() *keyPair {
	if s.tls != nil {
		return s.tls
	}
	if tls := s.http.TLSConfig; tls != nil &&
		(len(tls.Certificates) > 0 || tls.GetCertificate != nil || tls.GetConfigForClient != nil) {
		return &keyPair{}
	}
	return nil
}

// prepare runs the start-up functions. It is a worker: the shutdown waits for
// the one that is running.
func (s *Server) prepare(fns []func(context.Context) error) {
	for i, fn := range fns {
		start := time.Now()
		err := protect(func() error { return fn(s.start) })
		if s.start.Err() != nil {
			// Cut short: being cancelled is not a failure, others are.
			if err != nil && !errors.Is(err, context.Canceled) {
				s.record(finished(phaseStart, fmt.Sprintf("OnStart #%d", i+1), start, err))
			}
			return
		}
		if err != nil {
			s.record(finished(phaseStart, fmt.Sprintf("OnStart #%d", i+1), start, err))
			s.begin(reason{text: "start-up failed"})
			return
		}
	}
	s.markStarted()
}

func (s *Server) markStarted() {
	s.life.Lock()
	defer s.life.Unlock()
	s.started = true
	s.becomeReady()
}
