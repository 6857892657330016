package outlivedcontext

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// The handler waits for the end of its request.
func (p *pollers) follow(w http.ResponseWriter, r *http.Request) {
	p.add(r.Context(), r.FormValue("feed"))
	<-r.Context().Done()
	p.remove(r.FormValue("feed"))
}

// The context of the loop does not end with the request.
func (p *pollers) detached(w http.ResponseWriter, r *http.Request) {
	p.add(context.WithoutCancel(r.Context()), r.FormValue("feed"))
	w.WriteHeader(http.StatusCreated)
}

type ticks struct {
	stop context.CancelFunc
	C    chan time.Time
}

// The caller ends what it is returned.
func (p *pollers) watch(ctx context.Context) *ticks {
	ctx, cancel := context.WithCancel(ctx)
	t := &ticks{stop: cancel, C: make(chan time.Time, 1)}
	go func() {
		<-ctx.Done()
		close(t.C)
	}()
	return t
}

func (p *pollers) stream(w http.ResponseWriter, r *http.Request) {
	t := p.watch(r.Context())
	fmt.Fprintln(w, cap(t.C))
}

// refresh waits for its goroutine.
func (p *pollers) refresh(ctx context.Context, name string) {
	ctx, cancel := context.WithCancel(ctx)
	p.feeds[name] = &polled{cancel: cancel}
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.load(ctx, name)
	}()
	<-done
}

func (p *pollers) refreshNow(w http.ResponseWriter, r *http.Request) {
	p.refresh(r.Context(), r.FormValue("feed"))
	w.WriteHeader(http.StatusOK)
}
