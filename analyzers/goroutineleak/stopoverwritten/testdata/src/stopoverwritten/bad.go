package stopoverwritten

import (
	"context"
	"sync"
	"time"
)

type session struct {
	mu     sync.Mutex
	cancel context.CancelFunc
	pings  int
}

func newSession() *session {
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{cancel: cancel}
	go s.loop(ctx)
	return s
}

func (s *session) loop(ctx context.Context) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			s.mu.Lock()
			s.pings++
			s.mu.Unlock()
		}
	}
}

// The goroutine of newSession runs on, and so does that of each call before.
func (s *session) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel // want `goroutine started at line \d+ can no longer be stopped: Reset overwrites s\.cancel, set at line \d+, and nothing calls it before`
	go s.loop(ctx)
}

func (s *session) Close() { s.cancel() }
