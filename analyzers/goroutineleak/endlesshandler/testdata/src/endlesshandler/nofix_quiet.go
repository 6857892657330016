package endlesshandler

import (
	"fmt"
	"net/http"
	"sync"
)

// A tower sends its calls to those who listen.
type tower struct {
	mu        sync.Mutex
	listeners map[chan string]struct{}
}

func newTower() *tower { return &tower{listeners: make(map[chan string]struct{})} }

func (t *tower) listen() chan string {
	calls := make(chan string, 8)
	t.mu.Lock()
	t.listeners[calls] = struct{}{}
	t.mu.Unlock()
	return calls
}

func (t *tower) leave(calls chan string) {
	t.mu.Lock()
	delete(t.listeners, calls)
	t.mu.Unlock()
}

func (t *tower) Call(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for calls := range t.listeners {
		select {
		case calls <- text:
		default:
		}
	}
}

// ServeHTTP notices that a client has left when the next call is written.
func (t *tower) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	calls := t.listen()
	defer t.leave(calls)
	for text := range calls { // want `handler keeps waiting for calls when its client has left: nothing closes the channel, and the handler does not watch the context of its request`
		if _, err := fmt.Fprintln(w, text); err != nil {
			return
		}
	}
}

// plain receives in the loop.
func (t *tower) plain(w http.ResponseWriter, r *http.Request) {
	calls := t.listen()
	defer t.leave(calls)
	for { // want `handler keeps waiting for calls when its client has left: nothing closes the channel, and the handler does not watch the context of its request`
		if _, err := fmt.Fprintln(w, <-calls); err != nil {
			return
		}
	}
}
