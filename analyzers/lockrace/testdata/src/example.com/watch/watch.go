// Package watch calls functions that its importers pass.
package watch

import (
	"context"
	"time"
)

// A Guard asks whether something is connected.
type Guard struct{ connected func() bool }

// New returns a guard that calls connected.
func New(connected func() bool) *Guard { return &Guard{connected} }

// Start asks until the context ends.
func (g *Guard) Start(ctx context.Context) {
	for {
		select {
		case <-time.After(time.Second):
			g.connected()
		case <-ctx.Done():
			return
		}
	}
}

// Check asks once, if it likes.
func (g *Guard) Check() {
	if time.Now().Second() == 0 {
		g.connected()
	}
}
