// Package recoverendsloop loses a worker with each job that panics.
package recoverendsloop

import (
	"log"
	"sync"
)

type job struct{ run func() }

type pool struct {
	jobs chan job
	wg   sync.WaitGroup
}

func (p *pool) start(n int) {
	for range n {
		p.wg.Add(1)
		go p.worker()
	}
}

func (p *pool) worker() {
	defer p.wg.Done()
	defer func() {
		if r := recover(); r != nil { // want `one panic ends the goroutine for good: it is recovered outside of the loop at line 30, which is left, and nothing starts another`
			log.Printf("worker: %v", r)
		}
	}()
	for j := range p.jobs {
		j.run()
	}
}
