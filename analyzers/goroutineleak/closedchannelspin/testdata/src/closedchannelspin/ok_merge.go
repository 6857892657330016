package closedchannelspin

import "context"

// Nope. Each is set to nil when it is closed.
func mergeAll(ctx context.Context, a, b <-chan int, use func(int)) {
	for a != nil || b != nil {
		select {
		case <-ctx.Done():
			return
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			use(v)
		case v, ok := <-b:
			if !ok {
				b = nil
				continue
			}
			use(v)
		}
	}
}

// Nope. What is received says that it was the last.
func last(a <-chan int, use func(int)) {
	for a != nil {
		v := <-a
		if v < 0 {
			a = nil
			continue
		}
		use(v)
	}
}

// Nope. The condition is about another channel.
func other(a, b chan int, quit chan struct{}, use func(int)) {
	for quit != nil {
		select {
		case v := <-a:
			use(v)
		case <-quit:
			quit = nil
		}
	}
	_ = b
}
