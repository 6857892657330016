package closedchannelspin

import (
	"context"
	"fmt"
)

type gauge struct{ value int }

type gaugeSource interface {
	// Gauges returns a channel that is closed when the source ends.
	Gauges() <-chan gauge
	Faults() <-chan error
}

// The documentation of the method says that it is closed.
func collectGauges(ctx context.Context, src gaugeSource) {
	for {
		select {
		case g := <-src.Gauges(): // want `loop spins once src.Gauges\(\) is closed, as the documentation of Gauges says`
			fmt.Println(g.value)
		case <-ctx.Done():
			return
		}
	}
}

// watchFaults prints faults until ctx ends or the source is closed.
func watchFaults(ctx context.Context, src gaugeSource) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-src.Faults(): // want `loop spins once src.Faults\(\) is closed, which the documentation of watchFaults speaks of`
			fmt.Println(err)
		}
	}
}

// printGauges returns when in is closed.
func printGauges(in <-chan gauge) {
	for {
		g := <-in // want `loop spins once in is closed, which the documentation of printGauges speaks of`
		fmt.Println(g.value)
	}
}

// The channel of the field reaches the loop as an argument.
type gaugeHub struct{ all chan gauge }

func newGaugeHub() *gaugeHub {
	h := &gaugeHub{all: make(chan gauge)}
	go showAll(h.list())
	return h
}

func (h *gaugeHub) list() <-chan gauge { return h.all }

func showAll(in <-chan gauge) {
	for {
		g := <-in // want `loop spins once in is closed, as at line 66: each receive`
		fmt.Println(g.value)
	}
}

func (h *gaugeHub) close() { close(h.all) }
