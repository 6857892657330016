package outlivedcontext

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type stock struct {
	events outbox
	wg     sync.WaitGroup
}

// Silent: its caller has the context of the process.
func (s *stock) start(ctx context.Context) {
	go s.events.Publish(ctx, "started")
}

func (s *stock) run(ctx context.Context) {
	s.start(ctx)
	<-ctx.Done()
}

// Silent: the goroutine belongs to the request, and ends with it.
func (s *stock) watch(ctx context.Context) {
	go s.follow(ctx)
}

func (s *stock) follow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			_ = s.events.Publish(ctx, "tick")
		}
	}
}

// Silent: the caller waits for the group.
func (s *stock) both(ctx context.Context) {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		_ = s.events.Publish(ctx, "both")
	}()
}

func (s *stock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.watch(r.Context())
	s.both(r.Context())
	s.wg.Wait()
}

// Silent: the goroutine has a context of its own.
func (s *stock) restock(w http.ResponseWriter, r *http.Request) { s.order(r.Context()) }

func (s *stock) order(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	go func() {
		defer cancel()
		_ = s.events.Publish(ctx, "order")
	}()
}

// Silent: the wait is deferred after the cancel, and runs before it.
func (s *stock) publishAll(ctx context.Context, names []string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wg := new(sync.WaitGroup)
	defer wg.Wait()
	for _, name := range names {
		s.publish(ctx, wg, name)
	}
}

func (s *stock) publish(ctx context.Context, wg *sync.WaitGroup, name string) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		_ = s.events.Publish(ctx, name)
	}()
}
