package endlesshandler

import (
	"fmt"
	"net/http"
)

// No stream of events: it is answered when the race is over.
func (r *race) serveAll(w http.ResponseWriter, _ *http.Request) {
	for place := range r.watch() {
		if _, err := fmt.Fprintln(w, place); err != nil {
			return
		}
	}
}

// The handler's own goroutine makes the values.
func serveCount(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for i := range 10 {
			numbers <- i
		}
	}()
	for n := range numbers {
		fmt.Fprintf(w, "data: %d\n\n", n)
	}
}

// The client is watched.
func (r *race) serveWatched(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	places := r.watch()
	for {
		select {
		case <-req.Context().Done():
			return
		case place, ok := <-places:
			if !ok {
				return
			}
			fmt.Fprintf(w, "data: %d\n\n", place)
		}
	}
}
