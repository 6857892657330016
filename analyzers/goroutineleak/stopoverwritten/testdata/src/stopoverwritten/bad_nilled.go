package stopoverwritten

import (
	"context"
	"log"
	"sync"
	"time"
)

type nilledPoller struct {
	mu   sync.Mutex
	stop chan struct{}
}

func (p *nilledPoller) Start(every time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		return
	}
	p.stop = make(chan struct{})
	go p.poll(every)
}

// A tick that is handled while Stop runs is the last but one: the next pass waits for a nil channel.
func (p *nilledPoller) poll(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-p.stop: // want `the goroutine started at line 22 may miss its own end: it reads p.stop in each pass, and Stop sets that to nil at line \d+ as soon as it has ended it`
			return
		case <-tick.C:
			log.Print("poll")
		}
	}
}

func (p *nilledPoller) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
}

type nilledFeed struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func (f *nilledFeed) Start() {
	f.ctx, f.cancel = context.WithCancel(context.Background())
	go func() {
		for {
			if f.ctx.Err() != nil { // want `the goroutine started at line 55 may miss its own end: it reads f.ctx in each pass, and Stop sets that to nil at line \d+ as soon as it has ended it`
				return
			}
			time.Sleep(time.Second)
			log.Print("feed")
		}
	}()
}

func (f *nilledFeed) Stop() {
	f.cancel()
	f.ctx = nil
}
