package blockedreceive

import (
	"context"
	"fmt"
)

func closedStage[I, O any](ctx context.Context, in <-chan I, f func(I) O) <-chan O {
	out := make(chan O)
	go func() {
		defer close(out)
		for v := range in {
			select {
			case out <- f(v):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func PrintAll(ctx context.Context, in <-chan int) {
	for s := range closedStage(ctx, in, func(i int) string { return fmt.Sprint(i) }) {
		fmt.Println(s)
	}
}
