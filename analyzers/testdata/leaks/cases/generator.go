//leak:pattern Generator whose reader stops early
//leak:source Go blog, pipelines; GFix, add stop
//leak:reported goroutineleak/blocked-send

package cases

import "context"

func init() {
	All["generator"] = func() {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		_ = find(ctx, 3)
	}
}

func count(ctx context.Context, n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			out <- i
		}
	}()
	return out
}

func find(ctx context.Context, wanted int) bool {
	for n := range count(ctx, 100) {
		if n == wanted {
			return true
		}
	}
	return false
}
