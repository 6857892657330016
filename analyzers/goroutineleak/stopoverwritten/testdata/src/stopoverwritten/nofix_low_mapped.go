package stopoverwritten

import (
	"context"
	"time"
)

type pollSampler struct {
	cancel context.CancelFunc
	every  time.Duration
}

// Nothing shows that a name comes twice.
type pollSamplers struct{ byName map[string]*pollSampler }

func (s *pollSamplers) Sample(name string, every time.Duration) {
	ctx, cancel := context.WithCancel(context.Background())
	s.byName[name] = &pollSampler{cancel: cancel, every: every} // want `goroutine started at line 19 can no longer be stopped after a call of Sample with the same name, which overwrites s.byName\[name\]`
	go func() {
		for {
			select {
			case <-time.After(every):
			case <-ctx.Done():
				return
			}
		}
	}()
}

func (s *pollSamplers) Stop(name string) {
	if one, ok := s.byName[name]; ok {
		one.cancel()
		delete(s.byName, name)
	}
}
