package endlesshandler

import (
	"fmt"
	"net/http"
	"time"
)

func events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for { // want `handler events never returns, also when its client has left: its loop has no exit, and each client leaves a goroutine`
		<-ticker.C
		fmt.Fprintf(w, "data: %s\n\n", time.Now())
	}
}

type feed struct {
	news  chan string
	alive <-chan time.Time
}

func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	flusher, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no streaming", http.StatusInternalServerError)
		return
	}
	for { // want `handler ServeHTTP never returns`
		select {
		case s := <-f.news:
			fmt.Fprintf(w, "data: %s\n\n", s)
		case <-f.alive:
			fmt.Fprint(w, ": ping\n\n")
		}
		flusher.Flush()
	}
}

func poll(read func() string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for { // want `handler never returns`
			if s := read(); s != "" {
				fmt.Fprintln(w, s)
			}
			time.Sleep(time.Second)
		}
	}
}

func ticks(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		return
	}
	for now := range time.Tick(time.Second) { // want `handler ticks never returns`
		fmt.Fprintln(w, now)
	}
}
