package endlesshandler

import (
	"fmt"
	"net/http"
)

// The channel is that of a subscription, and nothing here knows what closes it.
type foreignBroker interface {
	Subscribe(topic string) (ch <-chan string, cancel func())
}

func subscribedEvents(b foreignBroker) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		fl := w.(http.Flusher)
		ch, cancel := b.Subscribe(r.PathValue("topic"))
		defer cancel()
		for msg := range ch { // want `handler keeps waiting for ch when its client has left: no value may come for long, and the handler does not watch the context of its request`
			if _, err := fmt.Fprintf(w, "data: %s\n\n", msg); err != nil {
				return
			}
			fl.Flush()
		}
	}
}

// So is a plain receive.
func receivedEvents(w http.ResponseWriter, b foreignBroker) {
	w.Header().Set("Content-Type", "text/event-stream")
	rc := http.NewResponseController(w)
	ch, _ := b.Subscribe("all")
	for { // want `handler keeps waiting for ch when its client has left`
		msg, ok := <-ch
		if !ok {
			return
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", msg); err != nil {
			return
		}
		_ = rc.Flush()
	}
}
