package stopoverwritten

import (
	"context"
	"sync"
	"time"
)

type polled struct{ cancel context.CancelFunc }

type polls struct {
	mu    sync.Mutex
	wg    sync.WaitGroup
	feeds map[string]*polled
	load  func(ctx context.Context, feed string)
}

// The context that the literal captures is the parameter, which gets the one that is derived from it.
func (p *polls) Add(ctx context.Context, feed string) {
	ctx, cancel := context.WithCancel(ctx)
	f := &polled{cancel: cancel}
	p.mu.Lock()
	p.feeds[feed] = f // want `goroutine started at line 25 can no longer be stopped after a call of Add with the same feed, which overwrites p.feeds\[feed\]`
	p.mu.Unlock()
	p.wg.Go(func() {
		for {
			p.load(ctx, feed)
			select {
			case <-time.After(time.Minute):
			case <-ctx.Done():
				return
			}
		}
	})
}

func (p *polls) Remove(feed string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.feeds[feed]
	delete(p.feeds, feed) // want `goroutine started at line 25 can no longer be stopped: Remove deletes its cancel function from feeds, and does not call it`
	return ok
}

func (p *polls) Stop() {
	p.mu.Lock()
	for _, f := range p.feeds {
		f.cancel()
	}
	p.mu.Unlock()
	p.wg.Wait()
}
