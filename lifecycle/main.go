package lifecycle

import (
	"context"
	"errors"
	"os"
	"runtime/pprof"
	"time"
)

// Main runs a program that need not have a server:
//
//	func main() { lifecycle.Main(run) }
//
// The context of run ends at the first SIGTERM or SIGINT, when Shutdown is called or when a
// process-wide worker panics. When run has returned (deferred calls included) or its time
// is over, Context ends, the workers started with Go are waited for and the hooks run. Then
// Main returns, so that main's own deferred calls run too, or, if anything failed, logs the
// error and exits with code 1. If run returns context.Canceled once its context has ended,
// that is no failure. A second signal exits immediately with 128 + signal number.
//
// run may run a Server: its drain and its requests come first then. Like Server.Run, Main
// refuses to start with what CheckEnv reports.
func Main(run func(ctx context.Context) error) {
	s := std.Load()
	if err := s.runMain(run); err != nil {
		s.logger().Error("stopped with errors", "error", err)
		os.Exit(1)
	}
}

func (s *Server) runMain(run func(context.Context) error) error {
	if !s.ran.CompareAndSwap(false, true) {
		return ErrAlreadyRun
	}
	proc.enter(s)
	defer proc.leave(s)
	go func() {
		defer close(s.main)
		start := time.Now()
		if err := s.callMain(run); err != nil {
			s.record(finished(phaseStart, "main", start, err))
		}
		s.begin(reason{text: "main returned"})
	}()
	<-s.done
	select { // deferred calls of run may still be running
	case <-s.main:
	case <-time.After(s.left()):
	}
	return s.Report().Err()
}

// callMain calls run. It carries the label of the workers, so that its stack is
// printed with theirs.
func (s *Server) callMain(run func(context.Context) error) error {
	if err := CheckEnv(); err != nil {
		return err
	}
	pprof.SetGoroutineLabels(s.Group.ctx)
	err := protect(func() error { return run(s.start) })
	if errors.Is(err, context.Canceled) && s.start.Err() != nil {
		return nil
	}
	return err
}
