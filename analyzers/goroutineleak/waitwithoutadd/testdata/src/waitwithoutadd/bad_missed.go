package waitwithoutadd

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

func mirrorAll(ctx context.Context, names []string, mirror func(context.Context, string) error) error {
	g, ctx := errgroup.WithContext(ctx) // want `nothing waits for the goroutines of g: there is no g\.Wait\(\)`
	for _, name := range names {
		g.Go(func() error { return mirror(ctx, name) })
	}
	return nil
}

func warmAll(names []string, warm func(string)) {
	var wg sync.WaitGroup // want `nothing waits for the goroutines of wg: there is no wg\.Wait\(\)`
	for _, name := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			warm(name)
		}()
	}
}

func tellOnce(names []string, tell func(string)) {
	var wg sync.WaitGroup
	wg.Add(1) // want `wg\.Add\(1\) is called once, and the loop at line \d+ starts a goroutine that calls Done in each iteration: Done panics, or Wait returns too early`
	for _, name := range names {
		go func() {
			defer wg.Done()
			tell(name)
		}()
	}
	wg.Wait()
}
