package endlesshandler

import (
	"fmt"
	"net/http"
	"sync"
)

// The inner map is passed to other code, which may close the channels when the client leaves.
type boards struct {
	mu    sync.Mutex
	views map[string]map[chan int]struct{}
	keep  func(map[chan int]struct{})
}

func newBoards(keep func(map[chan int]struct{})) *boards {
	return &boards{views: make(map[string]map[chan int]struct{}), keep: keep}
}

func (b *boards) view(name string) <-chan int {
	ch := make(chan int, 8)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.views[name] == nil {
		b.views[name] = make(map[chan int]struct{})
	}
	b.views[name][ch] = struct{}{}
	b.keep(b.views[name])
	return ch
}

func (b *boards) update(name string, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ch := range b.views[name] {
		ch <- n
	}
}

func (b *boards) serveEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for n := range b.view(r.URL.Path) {
		if _, err := fmt.Fprintf(w, "data: %d\n\n", n); err != nil {
			return
		}
	}
}

// A map of itself holds no channels.
type folder map[string]folder

type archive struct{ top folder }

func (a *archive) open(name string) folder { return a.top[name][name] }
