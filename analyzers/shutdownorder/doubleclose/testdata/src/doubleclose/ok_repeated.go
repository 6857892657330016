package doubleclose

import (
	"net/http"
	"sync"
)

// A channel for each goroutine.
func split(ins ...<-chan int) []<-chan int {
	var outs []<-chan int
	for _, in := range ins {
		out := make(chan int)
		outs = append(outs, out)
		go func() {
			defer close(out)
			for v := range in {
				out <- v
			}
		}()
	}
	return outs
}

func (a *admin) guarded(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.gone {
		return
	}
	a.gone = true
	close(a.drain)
}

func (a *admin) inOnce(w http.ResponseWriter, r *http.Request) {
	a.once.Do(func() { close(a.drain) })
}

func (a *admin) own(w http.ResponseWriter, r *http.Request) {
	done := make(chan struct{})
	go func() { defer close(done) }()
	<-done
}

type flagged struct {
	mu     sync.Mutex
	closed bool
	subs   map[int]chan int
}

// The flag says that all are closed.
func (f *flagged) remove(id int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	if ch, ok := f.subs[id]; ok {
		close(ch)
		delete(f.subs, id)
	}
}

func (f *flagged) closeAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for _, ch := range f.subs {
		close(ch)
	}
}

type cleared struct {
	subs map[int]chan int
}

func (c *cleared) remove(id int) {
	if ch, ok := c.subs[id]; ok {
		close(ch)
		delete(c.subs, id)
	}
}

func (c *cleared) closeAll() {
	for _, ch := range c.subs {
		close(ch)
	}
	c.subs = nil
}

type peer struct {
	closed bool
	send   chan int
}

type peers struct{ all map[int]*peer }

// The element says that it is closed.
func (p *peers) drop(id int) {
	if c := p.all[id]; c != nil && !c.closed {
		c.closed = true
		close(c.send)
	}
}

func (p *peers) closeAll() {
	for _, c := range p.all {
		if !c.closed {
			c.closed = true
			close(c.send)
		}
	}
}

// The loop starts one goroutine, and ends.
func startOne(work <-chan int, done chan struct{}) {
	for v := range work {
		if v > 0 {
			go func() {
				defer close(done)
			}()
			return
		}
	}
}
