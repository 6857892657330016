package stopoverwritten

import (
	"log"
	"sync"
	"time"
)

type nilledJoined struct {
	workers sync.WaitGroup
	stop    chan struct{}
}

func (p *nilledJoined) start() {
	p.stop = make(chan struct{})
	p.workers.Go(p.watch)
	p.workers.Add(1)
	go func() {
		defer p.workers.Done()
		p.watch()
	}()
}

func (p *nilledJoined) watch() {
	for {
		select {
		case <-p.stop:
			return
		case <-time.After(time.Second):
			log.Print("poll")
		}
	}
}

// The goroutines have ended before the field is nil.
func (p *nilledJoined) Stop() {
	close(p.stop)
	p.workers.Wait()
	p.stop = nil
}

type nilledOnce struct{ stop chan struct{} }

func (p *nilledOnce) start() {
	p.stop = make(chan struct{})
	stop := p.stop
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Second):
				log.Print("poll")
			}
		}
	}()
}

func (p *nilledOnce) Stop() {
	close(p.stop)
	p.stop = nil
}
