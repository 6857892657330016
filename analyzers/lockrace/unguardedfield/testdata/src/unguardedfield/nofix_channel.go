package unguardedfield

import (
	"context"
)

// A channel that is put in the place of another is a value like any other.
type reel struct{ ready chan bool }

func wind(ctx context.Context, pull func(*reel) error) {
	r := &reel{ready: make(chan bool)}
	go func() {
		for ctx.Err() == nil {
			pull(r)
			r.ready = make(chan bool) // want `data race: r\.ready is written here and read by another goroutine at line 18, and no mutex guards it`
		}
	}()
	<-r.ready
}
