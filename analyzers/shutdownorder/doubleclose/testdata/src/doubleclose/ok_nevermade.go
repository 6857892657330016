package doubleclose

import (
	"context"
	"sync"
)

// Silent: nothing makes the channel, and the first close panics.
type Halter struct {
	ctx  context.Context
	wg   sync.WaitGroup
	halt chan struct{}
}

func NewHalter(ctx context.Context) *Halter { return &Halter{ctx: ctx} }

func (h *Halter) Begin() { h.wg.Add(1) }
func (h *Halter) End()   { h.wg.Done() }

func (h *Halter) Halted() <-chan struct{} { return h.halt }

func (h *Halter) Halt() {
	close(h.halt)
	h.wg.Wait()
}

func (h *Halter) Close() {
	close(h.halt)
}
