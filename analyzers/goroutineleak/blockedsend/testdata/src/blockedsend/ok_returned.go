package blockedsend

import "context"

// Each send ends with the context.
func countUp(ctx context.Context, limit int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range limit {
			select {
			case out <- i:
			case <-ctx.Done():
				return
			}
		}
		select {
		case out <- limit:
		case <-ctx.Done():
		}
	}()
	return out
}

// The sender is passed the context, and looks at it in the send.
func countDown(ctx context.Context, from int) <-chan int {
	out := make(chan int)
	go sendDown(ctx, from, out)
	return out
}

func sendDown(ctx context.Context, from int, out chan<- int) {
	defer close(out)
	for i := from; i > 0; i-- {
		select {
		case out <- i:
		case <-ctx.Done():
			return
		}
	}
}

// The other send only skips a receiver that is busy: nothing shows that receivers leave.
func sample(values []int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for _, v := range values {
			select {
			case out <- v:
			default:
			}
		}
		out <- -1
	}()
	return out
}
