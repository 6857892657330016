package closedchannelspin

import (
	"context"
	"fmt"
)

// asksOpen returns when the source is closed.
func asksOpen(ctx context.Context, src gaugeSource) {
	for {
		select {
		case g, ok := <-src.Gauges():
			if !ok {
				return
			}
			fmt.Println(g.value)
		case <-ctx.Done():
			return
		}
	}
}

// It says nothing of a close.
func saysNothing(ctx context.Context, src gaugeSource) {
	for {
		select {
		case err := <-src.Faults():
			fmt.Println(err)
		case <-ctx.Done():
			return
		}
	}
}

// untilZero returns when the source is closed, which the zero value says.
func untilZero(src gaugeSource) {
	for {
		g := <-src.Gauges()
		if g.value == 0 {
			return
		}
		fmt.Println(g.value)
	}
}

// A channel of the loop's own, and a note about another one: the connection is closed.
func own() {
	ticks := make(chan int)
	go func() {
		for i := range 3 {
			ticks <- i
		}
	}()
	for {
		fmt.Println(<-ticks)
	}
}
