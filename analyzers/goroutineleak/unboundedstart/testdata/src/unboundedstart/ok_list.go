package unboundedstart

import (
	"context"
	"sync"
)

// Silent: no more than eight.
func deliverEight(ctx context.Context, c courier, addresses []string) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 8)
	for _, address := range addresses {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			_ = c.Deliver(ctx, address)
		})
	}
	wg.Wait()
}

// Silent: as many as are written down.
func deliverBoth(ctx context.Context, c courier) {
	var wg sync.WaitGroup
	for _, address := range []string{"town", "farm"} {
		wg.Go(func() { _ = c.Deliver(ctx, address) })
	}
	wg.Wait()
}

// Silent: memory only.
func squares(list []int) {
	var wg sync.WaitGroup
	for i, n := range list {
		wg.Go(func() { list[i] = n * n })
	}
	wg.Wait()
}
