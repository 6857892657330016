package endlesshandler

import (
	"fmt"
	"net/http"
)

type topics struct {
	subscribe func(topic string) (<-chan string, func())
	quit      chan struct{}
}

// A topic may be silent for hours.
func (f *topics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	next, cancel := f.subscribe("all")
	defer cancel()
	for { // want `handler keeps waiting for next when its client has left: no value may come for long, and the handler does not watch the context of its request`
		select {
		case line := <-next:
			if _, err := fmt.Fprintln(w, line); err != nil {
				return
			}
		case <-f.quit:
			return
		}
	}
}

func (f *topics) Watch(symbol string, stream priceStream) error {
	next, cancel := f.subscribe(symbol)
	defer cancel()
	for { // want `handler keeps waiting for next when its client has left`
		select {
		case <-next:
			if err := stream.Send(1); err != nil {
				return err
			}
		case <-f.quit:
			return nil
		}
	}
}
