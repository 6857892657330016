package endlesshandler

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// watched ends with the request.
func (t *tower) watched(w http.ResponseWriter, r *http.Request) {
	calls := t.listen()
	defer t.leave(calls)
	for {
		select {
		case text := <-calls:
			fmt.Fprintln(w, text)
		case <-r.Context().Done():
			return
		}
	}
}

// pinged writes every second, and sees that the client has left.
func (t *tower) pinged(w http.ResponseWriter, r *http.Request) {
	calls := t.listen()
	defer t.leave(calls)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		text := ""
		select {
		case text = <-calls:
		case <-tick.C:
		}
		if _, err := fmt.Fprintln(w, text); err != nil {
			return
		}
	}
}

// rows ends with what it sends.
func rows(w http.ResponseWriter, r *http.Request) {
	list := make(chan string)
	go func() {
		defer close(list)
		for i := range 3 {
			list <- fmt.Sprint(i)
		}
	}()
	for text := range list {
		fmt.Fprintln(w, text)
	}
}

// handed ends by a context that other code has.
func (t *tower) handed(w http.ResponseWriter, r *http.Request) {
	calls := t.listen()
	context.AfterFunc(r.Context(), func() { t.leave(calls) })
	for text := range calls {
		fmt.Fprintln(w, text)
	}
}
