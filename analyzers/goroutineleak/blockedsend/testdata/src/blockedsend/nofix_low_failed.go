package blockedsend

import (
	"context"
	"sync"
)

type checker struct {
	queue   int
	workers int
}

// run: the buffer may be as large as the number of names.
func (c *checker) run(ctx context.Context, all []string, look func(context.Context, string) error) {
	names := make(chan string, c.queue)
	var wg sync.WaitGroup
	for range c.workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for name := range names {
				if err := look(ctx, name); err != nil {
					return
				}
			}
		}()
	}
	for _, name := range all {
		names <- name // want `send on names blocks forever after the function literal, its receiver, returns on an error at line \d+`
	}
	close(names)
	wg.Wait()
}
