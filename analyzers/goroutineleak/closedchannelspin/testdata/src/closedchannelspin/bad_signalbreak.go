package closedchannelspin

import "context"

// The break leaves the select only.
func breaks(ctx context.Context, in <-chan int, use func(int)) {
	for {
		select {
		case <-ctx.Done(): // want `loop spins once ctx is done`
			break
		case n := <-in:
			use(n)
		}
	}
}

// Nothing at all.
func ignores(ctx context.Context, in <-chan int, use func(int)) {
	for {
		select {
		case <-ctx.Done(): // want `loop spins once ctx is done`
		case n := <-in:
			use(n)
		}
	}
}
