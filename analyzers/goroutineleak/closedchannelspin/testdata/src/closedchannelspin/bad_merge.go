package closedchannelspin

import "context"

// The loop ends when both are closed: the first never counts as that.
func merge(ctx context.Context, a, b <-chan int, use func(int)) {
	for a != nil || b != nil {
		select {
		case <-ctx.Done():
			return
		case v := <-a: // want `loop spins once a is closed, which the condition of the loop waits for`
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

type inputs struct{ left, right chan string }

func (in *inputs) drain(use func(string)) int {
	n := 0
	for in.left != nil {
		v := <-in.left // want `loop spins once in.left is closed`
		use(v)
		n++
	}
	return n
}
