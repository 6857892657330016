package blockingunderlock

import (
	"context"
	"net/http"
	"time"
)

// The number of attempts is limited.
func (r *registrar) Try(name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for attempt := 0; ; attempt++ {
		err := announce(name)
		if err == nil || attempt == 3 {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

// The context ends it.
func (r *registrar) Until(ctx context.Context, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if announce(name) == nil || ctx.Err() != nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// Each attempt acquires the lock anew.
func (r *registrar) Poll(name string) {
	for {
		r.mu.Lock()
		err := announce(name)
		r.mu.Unlock()
		if err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func announce(name string) error {
	resp, err := http.Get("http://registry.internal/" + name)
	if err == nil {
		resp.Body.Close()
	}
	return err
}
