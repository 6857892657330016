package processlifetime

import (
	"context"
	"os"
	"sync"
	"time"
)

// It removes files: no-exit reports it.
func janitor(path string) {
	go func() {
		for {
			time.Sleep(time.Hour)
			os.RemoveAll(path)
		}
	}()
}

// It works on what others send until Close, and goes on: no-exit reports it.
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
	for {
		key := <-c.in
		c.mu.Lock()
		c.ends[key] = time.Now()
		c.mu.Unlock()
	}
}

func (c *closable) Close() error { return nil }

// Stop is called on its ticker, in the belief that this ends it: ticker-range reports it.
type ticking struct{ ticker *time.Ticker }

func newTicking(c *cache) *ticking {
	t := &ticking{time.NewTicker(time.Minute)}
	go func() {
		for range t.ticker.C {
			c.forget()
		}
	}()
	return t
}

func (t *ticking) leave() { t.ticker.Stop() }

// Whoever gets the ticker may stop it: ticker-range reports it.
func everyMinute(c *cache) *time.Ticker {
	ticker := time.NewTicker(time.Minute)
	go func() {
		for range ticker.C {
			c.forget()
		}
	}()
	return ticker
}

// The function that starts it has a context: no-exit reports it.
func started(ctx context.Context, c *cache) {
	go func() {
		for {
			time.Sleep(time.Minute)
			c.forget()
		}
	}()
	<-ctx.Done()
}

// Somebody waits for it: no-exit reports it.
func waited(c *cache) {
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			time.Sleep(time.Minute)
			c.forget()
		}
	})
	wg.Wait()
}

// It ends with the context.
func until(ctx context.Context, c *cache) {
	go func() {
		for ctx.Err() == nil {
			time.Sleep(time.Minute)
			c.forget()
		}
	}()
}
