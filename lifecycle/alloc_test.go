package lifecycle

import (
	"context"
	"testing"
	"time"
)

// The loops allocate nothing per item.
func TestNoAllocationPerItem(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	const items = 1000
	count := func(n int) float64 {
		ch := make(chan int, n)
		return testing.AllocsPerRun(10, func() {
			for i := range n {
				ch <- i
			}
			seen := 0
			for range Recv(ctx, ch) {
				if seen++; seen == n {
					break
				}
			}
		})
	}
	if one, many := count(1), count(items); many > one {
		t.Errorf("Recv: %v allocations for one item, %v for %d", one, many, items)
	}
	every := func(n int) float64 {
		return testing.AllocsPerRun(10, func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			left := n
			Every(ctx, time.Microsecond, func(context.Context) {
				if left--; left == 0 {
					cancel()
				}
			})
		})
	}
	if one, many := every(1), every(100); many > one {
		t.Errorf("Every: %v allocations for one tick, %v for 100", one, many)
	}
}
