package blockedreceive

import (
	"context"
	"sync"
)

// The wait ends with the context.
type replies struct {
	mu      sync.Mutex
	waiting map[int]chan string
}

func (r *replies) Ask(ctx context.Context, id int) (string, error) {
	ch := make(chan string, 1)
	r.mu.Lock()
	r.waiting[id] = ch
	r.mu.Unlock()
	select {
	case reply := <-ch:
		return reply, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (r *replies) Answer(id int, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ch, ok := r.waiting[id]; ok {
		ch <- text
		delete(r.waiting, id)
	}
}

// The function has no context: it waits for what it has asked for.
func (r *replies) Wait(id int) string {
	ch := make(chan string, 1)
	r.mu.Lock()
	r.waiting[id] = ch
	r.mu.Unlock()
	return <-ch
}

// A goroutine of the function closes it.
type locals struct{ open map[int]chan struct{} }

func (l *locals) Do(ctx context.Context, id int, work func(context.Context)) {
	ch := make(chan struct{})
	l.open[id] = ch
	go func() {
		defer close(l.open[id])
		work(ctx)
	}()
	<-ch
}

// All are closed each time.
type gate2 struct {
	mu  sync.Mutex
	now chan struct{}
	by  map[int]chan struct{}
}

func (g *gate2) Pass(ctx context.Context, id int) {
	ch := make(chan struct{})
	g.mu.Lock()
	g.by[id] = ch
	g.mu.Unlock()
	<-ch
}

func (g *gate2) Open(id int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.by[id])
}
