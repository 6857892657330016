package closedchannelspin

import "context"

// What to return is not known.
func countsOn(ctx context.Context, in <-chan int) (n int, err error) {
	for {
		select {
		case <-ctx.Done(): // want `loop spins once ctx is done`
			err = ctx.Err()
		case <-in:
			n++
		}
	}
}

// The break was meant to leave the loop, or not.
func breaksOrReturns(ctx context.Context, in <-chan int, use func(int)) {
	for {
		select {
		case <-ctx.Done(): // want `loop spins once ctx is done`
			break
		case n, ok := <-in:
			if !ok {
				return
			}
			use(n)
		}
	}
}
