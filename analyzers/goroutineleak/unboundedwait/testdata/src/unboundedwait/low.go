package unboundedwait

import (
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
