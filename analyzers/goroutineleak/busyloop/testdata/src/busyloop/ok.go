package busyloop

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

// Nope. The default leaves.
func takeAll(in <-chan int) (list []int) {
	for {
		select {
		case n := <-in:
			list = append(list, n)
		default:
			return list
		}
	}
}

// Nope. The default works.
func work(ctx context.Context, step func()) {
	for {
		select {
		case <-ctx.Done():
			return
		default:
			step()
		}
	}
}

// Nope. What follows the select works.
func stepwise(ctx context.Context, step func() error) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if err := step(); err != nil {
			return err
		}
	}
}

// Nope. What follows the select waits.
func waits(done <-chan struct{}, in <-chan int, out chan<- int) {
	for {
		select {
		case <-done:
			return
		default:
		}
		out <- <-in
	}
}

// Nope. The loop ends by itself.
func offer(out chan<- int) {
	for i := 0; i < 10; i++ {
		select {
		case out <- i:
		default:
		}
	}
}

// Nope. A range ends as well.
func all(out []chan int, n int) {
	for _, ch := range out {
		select {
		case ch <- n:
		default:
		}
	}
}

// Nope. No default.
func serve(ctx context.Context, in <-chan int, handle func(int)) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-in:
			handle(n)
		}
	}
}

// Nope. It pauses.
func paused(n *atomic.Int64) {
	for n.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
}

// Nope. It yields.
func yields(n *atomic.Int64) {
	for n.Load() > 0 {
		runtime.Gosched()
	}
}

// Nope. Each iteration tries an exchange.
func raise(top *atomic.Int64, n int64) {
	for {
		old := top.Load()
		if n <= old || top.CompareAndSwap(old, n) {
			return
		}
	}
}

// Nope. The condition takes something.
func takes(next func() bool, n *atomic.Int64) {
	for n.Load() > 0 && next() {
	}
}

// Nope. Nothing here is changed by others, and it ends.
func skip(s string) int {
	i := 0
	for i < len(s) && s[i] == ' ' {
		i++
	}
	return i
}

// Nope. The default continues an outer loop, which works.
func outer(in <-chan int, step func()) {
work:
	for {
		step()
		for {
			select {
			case <-in:
			default:
				continue work
			}
		}
	}
}

// Nope. The default breaks, and the loop ends.
func breaks(in <-chan int) {
loop:
	for {
		select {
		case <-in:
		default:
			break loop
		}
	}
}

// Nope. The oldest value makes place for the new one.
func latest(ch chan int, n int) {
	for {
		select {
		case ch <- n:
			return
		default:
		}
		select {
		case <-ch:
		default:
		}
	}
}
