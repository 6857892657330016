package memory

import (
	"fmt"
	"log"
	"sync"
	"time"

	"example.com/safe"
)

// A cache that sweeps itself, for as long as the process lives.
type cache struct {
	mu   sync.Mutex
	ends map[string]time.Time
}

func newCache() *cache {
	c := &cache{ends: make(map[string]time.Time)}
	go c.sweep()
	return c
}

func (c *cache) sweep() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		time.Sleep(time.Minute)
		c.forget()
	}
}

func (c *cache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, end := range c.ends {
		if time.Now().After(end) {
			delete(c.ends, key)
		}
	}
}

// The same with a pause.
func watch(c *cache) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped: its loop has no return, no break and no case that leaves it`
			time.Sleep(time.Minute)
			c.forget()
		}
	}()
}

// A helper of another package starts it.
func helped(c *cache) {
	safe.Go(func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			time.Sleep(time.Minute)
			c.forget()
		}
	})
}

// Its owner has an end, which takes nothing from a loop in memory.
type closing struct{ *cache }

func newClosing(c *cache) *closing {
	closing := &closing{c}
	go closing.run()
	return closing
}

func (c *closing) Close() { c.forget() }

func (c *closing) run() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		time.Sleep(time.Minute)
		c.forget()
	}
}

// A select without a case that leaves.
type queue struct {
	in     chan string
	ticker *time.Ticker
	seen   map[string]int
}

func (q *queue) Start() {
	go q.run()
}

func (q *queue) run() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		select {
		case s := <-q.in:
			q.seen[s]++
		case <-q.ticker.C:
			clear(q.seen)
		}
	}
}

// What the method hands out is a stream, and is only counted.
type producer interface{ Errors() <-chan error }

func countErrors(p producer) {
	go func() {
		n := 0
		for { // want `goroutine started at line \d+ cannot be stopped`
			if err := <-p.Errors(); err != nil {
				n++
			}
		}
	}()
}

func sweep() { log.Print("swept") }

// What it receives it prints.
func PrintAll(lines <-chan string) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			select {
			case line := <-lines:
				fmt.Println(line)
			case <-time.After(time.Minute):
				fmt.Println("idle")
			}
		}
	}()
}
