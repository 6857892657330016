package sharedcallcallerctx

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// The call has a context of its own.
func (f *flights) own(ctx context.Context, key string) (string, error) {
	f.mu.Lock()
	if c, ok := f.calls[key]; ok {
		f.mu.Unlock()
		<-c.done
		return c.val, c.err
	}
	c := &flight{done: make(chan struct{})}
	f.calls[key] = c
	f.mu.Unlock()

	loadCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	c.val, c.err = f.load(loadCtx, key)
	close(c.done)
	return c.val, c.err
}

// A caller makes the call itself when the first one was canceled.
func (f *flights) again(ctx context.Context, key string) (string, error) {
	f.mu.Lock()
	if c, ok := f.calls[key]; ok {
		f.mu.Unlock()
		<-c.done
		if errors.Is(c.err, context.Canceled) {
			return f.load(ctx, key)
		}
		return c.val, c.err
	}
	c := &flight{done: make(chan struct{})}
	f.calls[key] = c
	f.mu.Unlock()

	c.val, c.err = f.load(ctx, key)
	close(c.done)
	return c.val, c.err
}

// Nothing waits for the call of another caller.
func (f *flights) cached(ctx context.Context, key string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c, ok := f.calls[key]; ok {
		return c.val, c.err
	}
	c := &flight{done: make(chan struct{})}
	f.calls[key] = c
	c.val, c.err = f.load(ctx, key)
	return c.val, c.err
}

func (f *flights) detached(w http.ResponseWriter, r *http.Request) {
	v, err := f.do(r.URL.Path, func() (string, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), time.Minute)
		defer cancel()
		return f.load(ctx, r.URL.Path)
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Write([]byte(v))
}
