package noexit

import (
	"os"
	"sync"
	"time"

	"example.com/safe"
)

type poller struct{ url string }

func (p *poller) poll() { os.WriteFile("seen", []byte(p.url), 0o600) }

// A helper of another package starts the goroutine.
func newPoller(url string) *poller {
	p := &poller{url}
	safe.Go(func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			p.poll()
			time.Sleep(time.Minute)
		}
	})
	return p
}

// So it does with a method,
func newNamed(url string) *poller {
	p := &poller{url}
	safe.Go(p.loop)
	return p
}

func (p *poller) loop() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		p.poll()
		time.Sleep(time.Minute)
	}
}

// and so does one of the package itself.
type group struct{ wg sync.WaitGroup }

func (g *group) run(f func()) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		f()
	}()
}

func (g *group) watch(p *poller) {
	g.run(func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			p.poll()
			time.Sleep(time.Hour)
		}
	})
}

func (p *poller) Close() {}
