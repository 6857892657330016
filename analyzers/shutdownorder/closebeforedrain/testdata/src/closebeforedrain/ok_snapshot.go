package closebeforedrain

import (
	"slices"
	"sync"
)

// The lock is held during the sends.
type barometer struct {
	mu   sync.RWMutex
	outs []chan int
}

func (b *barometer) Watch() <-chan int {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make(chan int, 1)
	b.outs = append(b.outs, out)
	return out
}

func (b *barometer) Unwatch(i int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.outs[i]
	b.outs = slices.Delete(b.outs, i, i+1)
	close(out)
}

func (b *barometer) Tell(v int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, out := range b.outs {
		select {
		case out <- v:
		default:
		}
	}
}

// The channel has a lock of its own, which both the send and the close hold.
type pager struct {
	mu   sync.Mutex
	open map[string]*beep
}

type beep struct {
	mu   sync.Mutex
	gone bool
	out  chan string
}

func (p *pager) Add(id string) <-chan string {
	b := &beep{out: make(chan string, 1)}
	p.mu.Lock()
	p.open[id] = b
	p.mu.Unlock()
	return b.out
}

func (p *pager) Remove(id string) {
	p.mu.Lock()
	b := p.open[id]
	delete(p.open, id)
	p.mu.Unlock()
	if b != nil {
		b.mu.Lock()
		b.gone = true
		close(b.out)
		b.mu.Unlock()
	}
}

func (p *pager) Page(id, text string) {
	p.mu.Lock()
	b := p.open[id]
	p.mu.Unlock()
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.gone {
		b.out <- text
	}
}

// The close waits until nothing sends any more.
type siren struct {
	mu    sync.Mutex
	outs  map[int]chan bool
	inuse sync.WaitGroup
}

func (s *siren) Add(id int) <-chan bool {
	out := make(chan bool, 1)
	s.mu.Lock()
	s.outs[id] = out
	s.mu.Unlock()
	return out
}

func (s *siren) Remove(id int) {
	s.mu.Lock()
	out := s.outs[id]
	delete(s.outs, id)
	s.mu.Unlock()
	s.inuse.Wait()
	close(out)
}

func (s *siren) Sound(id int) {
	s.mu.Lock()
	out, ok := s.outs[id]
	if ok {
		s.inuse.Add(1)
	}
	s.mu.Unlock()
	if ok {
		defer s.inuse.Done()
		out <- true
	}
}

// A panic is recovered.
type horn struct {
	mu   sync.Mutex
	outs map[int]chan bool
}

func (h *horn) Add(id int) <-chan bool {
	out := make(chan bool, 1)
	h.mu.Lock()
	h.outs[id] = out
	h.mu.Unlock()
	return out
}

func (h *horn) Remove(id int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.outs[id])
	delete(h.outs, id)
}

func (h *horn) Sound(id int) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	h.mu.Lock()
	out := h.outs[id]
	h.mu.Unlock()
	out <- true
	return true
}
