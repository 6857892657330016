package busyloop

import "context"

// The loop asks for the end of ctx itself: a select that waits would not notice it.
func mixed(ctx context.Context, in <-chan int, handle func(int)) {
	for {
		if ctx.Err() != nil {
			return
		}
		select {
		case n := <-in:
			handle(n)
		default: // want `takes a whole core`
		}
	}
}

func bounded(in <-chan int, want int) int {
	sum := 0
	for sum < want {
		select {
		case n := <-in:
			sum += n
		default: // want `takes a whole core`
		}
	}
	return sum
}
