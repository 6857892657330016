package blockedsend

import "context"

// Nothing shows that the function ends with its context.
func Decode(ctx context.Context, text string, out chan<- string) error {
	if text == "" {
		return ctx.Err()
	}
	out <- text // want `send on out blocks forever when its receivers have left with ctx: it does not wait for ctx.Done\(\) .*low confidence`
	return nil
}

// The receivers may range until the channel is closed.
func Numbers(ctx context.Context, out chan<- int) {
	defer close(out)
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		default:
		}
		out <- n // want `send on out blocks forever when its receivers have left: the goroutine ends with the case at line \d+, and not while it sends .*low confidence`
	}
}
