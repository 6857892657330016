package stopnotcalled

import (
	"fmt"
	"net/http"
	"sync"
)

type ticker struct {
	mu   sync.Mutex
	subs map[int]chan string
	next int
}

func (t *ticker) Subscribe() (int, <-chan string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ch := make(chan string, 4)
	t.next++
	t.subs[t.next] = ch
	return t.next, ch
}

func (t *ticker) Unsubscribe(id int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.subs, id)
}

func (t *ticker) Register(ch chan<- string)   {}
func (t *ticker) Unregister(ch chan<- string) {}

// Each viewer leaves a channel.
func (t *ticker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, lines := t.Subscribe() // want `each request leaves a channel with t, to which nothing listens when the handler has returned: t.Unsubscribe\(id\) is not called`
	fmt.Fprintln(w, "viewer", id)
	for {
		select {
		case l := <-lines:
			fmt.Fprintln(w, l)
		case <-r.Context().Done():
			return
		}
	}
}

// The same with a channel that the handler makes, in a literal.
func tickerHandler(t *ticker) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lines := make(chan string, 1)
		t.Register(lines) // want `each request leaves a channel with t, .*: t.Unregister\(lines\) is not called`
		for range 3 {
			fmt.Fprintln(w, <-lines)
		}
	})
}
