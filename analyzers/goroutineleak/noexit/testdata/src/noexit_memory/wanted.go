package memory

import (
	"context"
	"os"
	"sync"
	"time"
)

// It removes files.
func janitor(path string) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			time.Sleep(time.Hour)
			os.RemoveAll(path)
		}
	}()
}

// It works on what others send until Close, and goes on.
type closable struct {
	mu   sync.Mutex
	ends map[string]time.Time
	in   chan string
}

func newClosable() *closable {
	c := &closable{ends: make(map[string]time.Time), in: make(chan string)}
	go c.run()
	return c
}

func (c *closable) run() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		key := <-c.in
		c.mu.Lock()
		c.ends[key] = time.Now()
		c.mu.Unlock()
	}
}

func (c *closable) Close() error { return nil }

// The function that starts it has a context.
func started(ctx context.Context, c *cache) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			time.Sleep(time.Minute)
			c.forget()
		}
	}()
	<-ctx.Done()
}

// Somebody waits for it.
func waited(c *cache) {
	var wg sync.WaitGroup
	wg.Go(func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			time.Sleep(time.Minute)
			c.forget()
		}
	})
	wg.Wait()
}
