package unboundedwait

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// A second wait, when the first has used up its limit and all else was done.
type patient struct {
	stop, abort chan struct{}
	wg          sync.WaitGroup
}

func (p *patient) Start() {
	p.wg.Go(func() {
		<-p.stop
		http.Get("http://example.com")
	})
}

func (p *patient) Close() {
	close(p.stop)
	gone := make(chan struct{})
	go func() {
		p.wg.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-time.After(time.Second):
		close(p.abort)
		p.wg.Wait() // want `p\.wg\.Wait\(\) in Close has no limit: the goroutine may be in http\.Get at line \d+, which the stop does not interrupt .*low confidence: the pattern is often deliberate`
	}
}

// What is queued is stored before the goroutines return, and nothing known is slow.
type metering struct {
	points chan int
	keep   func(int) error
	wg     sync.WaitGroup
}

func (m *metering) Start() {
	m.points = make(chan int, 8)
	for range 2 {
		m.wg.Go(m.keepAll)
	}
}

func (m *metering) keepAll() {
	for p := range m.points {
		m.keep(p)
	}
}

func (m *metering) Add(p int) { m.points <- p }

func (m *metering) Shutdown(ctx context.Context) {
	close(m.points)
	m.wg.Wait() // want `m\.wg\.Wait\(\) in Shutdown ignores ctx, and may block after it is done .*low confidence: the goroutines finish what is queued`
}
