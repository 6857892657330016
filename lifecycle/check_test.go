//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestCheck(t *testing.T) {
	var log logged
	newServer := func() *Server { return New(ok, "", log.logger()) }
	inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
		var broken atomic.Bool
		calls := 0
		s.Check("database", func(context.Context) error {
			calls++
			if broken.Load() {
				return errors.New("secret address refused")
			}
			return nil
		})
		s.Check("panics", func(context.Context) error {
			if broken.Load() {
				panic("x")
			}
			return nil
		})
		if w := get(s, "/readyz"); w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"status":"ready"}` {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		broken.Store(true)
		if w := get(s, "/readyz"); w.Code != 200 || calls != 1 {
			t.Errorf("%d after %d calls, want the cached result", w.Code, calls)
		}
		time.Sleep(time.Second)
		w := get(s, "/readyz")
		if w.Code != 503 || strings.TrimSpace(w.Body.String()) != `{"status":"not ready","failed":["database","panics"]}` {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if !strings.Contains(log.String(), "secret address refused") {
			t.Errorf("the reason is not in the log:\n%s", &log)
		}
		if get(s, "/healthz").Code != 200 {
			t.Error("liveness looks at a dependency")
		}
		broken.Store(false)
		time.Sleep(time.Second)
		if get(s, "/readyz").Code != 200 {
			t.Error("does not recover")
		}
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		<-run
	})
}

func TestCheckThatHangs(t *testing.T) {
	newServer := func() *Server { return New(ok, "", quiet) }
	inBubble(t, newServer, func(t *testing.T, s *Server, run <-chan error) {
		var calls atomic.Int64
		s.Check("hangs", func(context.Context) error { calls.Add(1); time.Sleep(time.Minute); return nil },
			CheckTimeout(500*time.Millisecond), CheckCache(time.Hour))
		start := time.Now()
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if w := get(s, "/readyz"); w.Code != 503 {
					t.Errorf("%d", w.Code)
				}
			})
		}
		all.Wait()
		if took := time.Since(start); took != 500*time.Millisecond || calls.Load() != 1 {
			t.Errorf("%d calls, answered after %v", calls.Load(), took)
		}
		time.Sleep(time.Minute)
		if w := get(s, "/readyz"); w.Code != 200 {
			t.Errorf("%d after it has ended", w.Code)
		}
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		<-run
	})
}
