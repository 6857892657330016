package endlesshandler

import (
	"context"
	"fmt"
	"net/http"
)

// The handler watches the context of its request, or what it subscribes to does.
func watchedEvents(b foreignBroker) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		fl := w.(http.Flusher)
		ch, cancel := b.Subscribe(r.PathValue("topic"))
		defer cancel()
		for {
			select {
			case <-r.Context().Done():
				return
			case msg := <-ch:
				fmt.Fprintf(w, "data: %s\n\n", msg)
				fl.Flush()
			}
		}
	}
}

type contextBroker interface {
	Subscribe(ctx context.Context, topic string) <-chan string
}

func limitedEvents(w http.ResponseWriter, r *http.Request, b contextBroker) {
	w.Header().Set("Content-Type", "text/event-stream")
	for msg := range b.Subscribe(r.Context(), "all") {
		fmt.Fprintf(w, "data: %s\n\n", msg)
		w.(http.Flusher).Flush()
	}
}

// What is sent has an end: no stream of events, and nothing to give back.
type pages interface{ All() <-chan string }

func download(w http.ResponseWriter, r *http.Request, p pages) {
	for page := range p.All() {
		if _, err := fmt.Fprint(w, page); err != nil {
			return
		}
		w.(http.Flusher).Flush()
	}
}
