package stopnotcalled

import (
	"context"
	"fmt"
	"net/http"
)

// Something else ends it with the request.
func (t *ticker) afterwards(w http.ResponseWriter, r *http.Request) {
	id, lines := t.Subscribe()
	context.AfterFunc(r.Context(), func() { t.Unsubscribe(id) })
	fmt.Fprintln(w, <-lines)
}

// One for the process, not for a request.
func (t *ticker) follow() {
	_, lines := t.Subscribe()
	for l := range lines {
		fmt.Println(l)
	}
}

// It ends with its context.
type feedHub struct{}

func (*feedHub) Subscribe(ctx context.Context) <-chan string { return nil }
func (*feedHub) Unsubscribe(ch <-chan string)                {}

func (h *feedHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, <-h.Subscribe(r.Context()))
}

// It is handed on.
func (t *ticker) hands(w http.ResponseWriter, r *http.Request) {
	id, lines := t.Subscribe()
	t.stream(w, id, lines)
}

func (t *ticker) stream(w http.ResponseWriter, id int, lines <-chan string) {
	defer t.Unsubscribe(id)
	fmt.Fprintln(w, <-lines)
}

// A registration of what lasts.
type plugins struct{}

func (plugins) Register(name string) bool { return true }
func (plugins) Unregister(name string)    {}

func (p plugins) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.Register(r.URL.Path)
}
