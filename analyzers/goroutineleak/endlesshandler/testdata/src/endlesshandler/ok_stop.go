package endlesshandler

import (
	"fmt"
	"net/http"
	"time"
)

// Silent: the context of the request ends it as well.
func (b *board) both(w http.ResponseWriter, r *http.Request) {
	for {
		select {
		case <-r.Context().Done():
			return
		case move := <-b.moves:
			fmt.Fprintf(w, "data: %s", move)
		case <-b.closed:
			return
		}
	}
}

// Silent: the moves end.
func (b *board) replay(w http.ResponseWriter, r *http.Request) {
	for {
		select {
		case move, ok := <-b.moves:
			if !ok {
				return
			}
			fmt.Fprintf(w, "data: %s", move)
		case <-b.closed:
			return
		}
	}
}

// Silent: a write that fails leaves the loop.
func (b *board) follow(w http.ResponseWriter, r *http.Request) {
	for {
		select {
		case move := <-b.moves:
			if _, err := fmt.Fprintf(w, "data: %s", move); err != nil {
				return
			}
		case <-b.closed:
			return
		}
	}
}

// Silent: it sends nothing, and the result is what it waits for.
func (b *board) finished(w http.ResponseWriter, r *http.Request) {
	for {
		select {
		case <-b.closed:
			return
		case <-time.After(time.Second):
			b.moves <- "pass"
		}
	}
}
