package unlockedaccess_any

import (
	"context"
	"runtime/trace"
	"sync"
)

// The literal that another package runs waits for nothing.
func noWaitInRegion(ctx context.Context, work func() int) int {
	var mu sync.Mutex
	total, limit := 0, 1
	go func() {
		n := work()
		mu.Lock()
		total += n
		mu.Unlock()
	}()
	trace.WithRegion(ctx, "sum", func() { limit++ })
	total += limit // want `total is written without mu`
	mu.Lock()
	defer mu.Unlock()
	return total
}
