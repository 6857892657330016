package lostbatch

import (
	"context"
	"log"
	"sync"
	"time"
)

// A timer stores what was added, and Close does not.
type publisher struct {
	mu    sync.Mutex
	to    sink
	buf   []record
	timer *time.Timer
}

func (p *publisher) Add(r record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.buf = append(p.buf, r)
	if p.timer == nil {
		p.timer = time.AfterFunc(time.Second, p.store)
	}
}

func (p *publisher) store() {
	p.mu.Lock()
	list := p.buf
	p.buf, p.timer = nil, nil
	p.mu.Unlock()
	if err := p.to.Write(context.Background(), list); err != nil {
		log.Print(err)
	}
}

func (p *publisher) Close() {
	log.Print("closed") // want `what publisher.buf has collected is lost: publisher.Close does not hand it on, as store does`
}

// Close runs a literal, which does not store the rest.
type lately struct {
	to   sink
	rest []record
	done chan struct{}
}

func (l *lately) add(r record) {
	l.rest = append(l.rest, r)
	if len(l.rest) == 10 {
		l.store()
	}
}

func (l *lately) store() {
	_ = l.to.Write(context.Background(), l.rest)
	l.rest = nil
}

func (l *lately) Close() {
	finish := func() { close(l.done) } // want `what lately.rest has collected is lost: lately.Close does not hand it on, as store does`
	finish()
}
