package waitunderlock

import (
	"net/http"
	"sync"
)

type turns struct {
	mu  sync.Mutex
	url string
}

// All that acquire the lock make a call: they take turns.
func (t *turns) get() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	resp, err := http.Get(t.url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (t *turns) head() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	resp, err := http.Head(t.url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A Close may have to wait.
func (t *turns) close() {
	t.mu.Lock()
	t.url = ""
	t.mu.Unlock()
}

type copied struct {
	mu   sync.Mutex
	urls []string
}

func (c *copied) add(url string) {
	c.mu.Lock()
	c.urls = append(c.urls, url)
	c.mu.Unlock()
}

// The list is copied under the lock, and the calls follow.
func (c *copied) notify() {
	c.mu.Lock()
	urls := append([]string(nil), c.urls...)
	c.mu.Unlock()
	for _, url := range urls {
		if resp, err := http.Get(url); err == nil {
			resp.Body.Close()
		}
	}
}

// Nothing waits for the goroutine.
func (c *copied) start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, url := range c.urls {
		go fetch(url)
	}
}

type readers struct {
	mu  sync.RWMutex
	url string
}

// Nobody acquires the lock for writing.
func (r *readers) get() error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	resp, err := http.Get(r.url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (r *readers) name() string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.url
}
