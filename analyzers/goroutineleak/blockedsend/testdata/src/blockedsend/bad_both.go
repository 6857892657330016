package blockedsend

import (
	"context"
	"sync"
)

type change struct{ added, removed string }

// Both kinds of goroutines stay when the collector has left.
func apply(ctx context.Context, added, removed []string, work func(context.Context, string) error) (all []change) {
	changes := make(chan change)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case c, ok := <-changes:
				if !ok {
					return
				}
				all = append(all, c)
			case <-ctx.Done():
				return
			}
		}
	}()
	var wg sync.WaitGroup
	for _, name := range added {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if work(ctx, name) == nil {
				changes <- change{added: name} // want `send on changes blocks forever after the function literal, its receiver, leaves the loop at line 23`
			}
		}()
	}
	for _, name := range removed {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if work(ctx, name) == nil {
				changes <- change{removed: name}
			}
		}()
	}
	wg.Wait()
	close(changes)
	<-done
	return all
}
