package relayoutlivescall

import (
	"context"

	"example.com/chunks"
)

type handle struct{ group *chunks.Group }

// search: the group keeps the context, of which the signal of one call is to end.
func (h *handle) search(interrupt <-chan struct{}, offset int64) int64 {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { // want `goroutine stays after search has returned, one for each call: it waits for interrupt, and nothing else calls cancel`
		<-interrupt
		cancel()
	}()
	return h.group.Search(ctx, offset)
}
