package neverremovedgood

import (
	"fmt"
	"net/http"
	"sync"
)

type event struct{ name string }

type board struct {
	mu   sync.Mutex
	subs map[chan event]bool
}

func (b *board) subscribe() (chan event, func()) {
	ch := make(chan event, 16)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[ch] = true
	return ch, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subs, ch)
	}
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ch, leave := b.subscribe()
	defer leave()
	for {
		select {
		case <-r.Context().Done():
			return
		case e := <-ch:
			fmt.Fprintln(w, e.name)
		}
	}
}
