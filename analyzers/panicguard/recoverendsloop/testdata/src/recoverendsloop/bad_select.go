package recoverendsloop

import (
	"context"
	"log"
	"time"
)

type handler interface{ Handle(string) error }

func consume(ctx context.Context, h handler, messages <-chan string) {
	go func() {
		t := time.NewTicker(time.Minute)
		defer t.Stop()
		defer logPanic() // want `one panic ends the goroutine for good`
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				log.Print("alive")
			case m := <-messages:
				if err := h.Handle(m); err != nil {
					log.Print(err)
				}
			}
		}
	}()
}

func logPanic() {
	if r := recover(); r != nil {
		log.Print(r)
	}
}
