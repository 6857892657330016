package blockedsend

import "context"

// The buffer may be large enough.
func Watched(ctx context.Context, in <-chan int) chan int {
	out := make(chan int, 100)
	go func() {
		defer close(out)
		for {
			select {
			case v := <-in:
				out <- v // want `send on out blocks forever when its receivers have left: the goroutine ends with the case at line 14`
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}
