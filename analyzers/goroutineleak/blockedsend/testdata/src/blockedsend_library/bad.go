// Package blockedsend_library starts no goroutine: its callers do.
package blockedsend_library

import "context"

type Meter struct {
	samples chan int
	done    chan struct{}
}

func NewMeter() *Meter { return &Meter{done: make(chan struct{})} }

func (m *Meter) Add(n int) bool {
	select {
	case m.samples <- n: // want `send on m\.samples never happens: m\.samples is nil, because nothing is assigned to it`
		return true
	case <-m.done:
		return false
	}
}

func (m *Meter) Run(stop <-chan struct{}, add func(int)) {
	defer close(m.done)
	for {
		select {
		case <-stop:
			return
		case n := <-m.samples:
			add(n)
		}
	}
}

// Others receive what is sent, and the close panics.
type crawler struct {
	seed  string
	found chan string
}

func NewCrawler(seed string) *crawler { return &crawler{seed: seed} }

func (c *crawler) Found() <-chan string { return c.found }

func (c *crawler) Crawl(ctx context.Context, links []string) {
	defer close(c.found)
	for _, link := range links {
		select {
		case c.found <- link: // want `send on c\.found never happens, and the close at line \d+ panics: c\.found is nil, because nothing is assigned to it`
		case <-ctx.Done():
			return
		}
	}
}
