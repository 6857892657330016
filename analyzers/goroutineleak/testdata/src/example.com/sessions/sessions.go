// Package sessions stands for a package with values that have to be stopped.
package sessions

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// Storage forgets old sessions in the background until Stop is called.
type Storage struct {
	mu     sync.Mutex
	ticker *time.Ticker
	items  map[string]time.Time
}

func New() *Storage {
	s := &Storage{items: make(map[string]time.Time)}
	s.ticker = time.NewTicker(time.Minute)
	go s.cleanup()
	return s
}

func (s *Storage) cleanup() {
	for range s.ticker.C {
		s.mu.Lock()
		clear(s.items)
		s.mu.Unlock()
	}
}

func (s *Storage) Stop() { s.ticker.Stop() }

func (s *Storage) Len() int { return len(s.items) }

// Cache has a stop channel, a helper between constructor and goroutine, and a
// constructor that can fail.
type Cache struct {
	stop chan struct{}
	once sync.Once
}

func Open(name string) (*Cache, error) {
	if name == "" {
		return nil, errors.New("no name")
	}
	c := &Cache{stop: make(chan struct{})}
	c.start()
	return c, nil
}

func (c *Cache) start() { go c.loop() }

func (c *Cache) loop() {
	for {
		select {
		case <-c.stop:
			return
		case <-time.After(time.Second):
		}
	}
}

func (c *Cache) Close() error { c.shutdown(); return nil }

func (c *Cache) shutdown() { c.once.Do(func() { close(c.stop) }) }

func (c *Cache) Get(string) string { return "" }

// Client is started by a method of its own, and ends with a cancel function.
type Client struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func NewClient() *Client {
	c := &Client{}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

func (c *Client) Start() {
	go func() {
		<-c.ctx.Done()
	}()
}

func (c *Client) Shutdown(ctx context.Context) error { c.cancel(); return ctx.Err() }

// Bound ends with the context of its constructor.
type Bound struct{ stop chan struct{} }

func NewBound(ctx context.Context) *Bound {
	b := &Bound{stop: make(chan struct{})}
	go func() {
		select {
		case <-ctx.Done():
		case <-b.stop:
		}
	}()
	return b
}

func (b *Bound) Stop() { close(b.stop) }

// Reader ends when its input does.
type Reader struct{ stop chan struct{} }

func NewReader(in io.Reader) *Reader {
	r := &Reader{stop: make(chan struct{})}
	go func() {
		for {
			select {
			case <-r.stop:
				return
			default:
			}
			if _, err := in.Read(make([]byte, 1)); err != nil {
				return
			}
		}
	}()
	return r
}

func (r *Reader) Stop() { close(r.stop) }

// Self stops itself.
type Self struct{ stop chan struct{} }

func NewSelf() *Self {
	s := &Self{stop: make(chan struct{})}
	go func() { <-s.stop }()
	go func() {
		time.Sleep(time.Second)
		s.Stop()
	}()
	return s
}

func (s *Self) Stop() { close(s.stop) }

// Runner starts and stops in one method.
type Runner struct{ stop chan struct{} }

func NewRunner() *Runner { return &Runner{stop: make(chan struct{})} }

func (r *Runner) Run(ctx context.Context) {
	go func() { <-r.stop }()
	<-ctx.Done()
	close(r.stop)
}

var shared = NewClient()

// Instance returns the only Client of the program.
func Instance() *Client { return shared }
