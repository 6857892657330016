package missedwakeup

import (
	"sync"
	"time"
)

// A kiln has a signal with a buffer.
type kiln struct {
	ring chan struct{}
	mu   sync.Mutex
	pots []string
}

func newKiln() *kiln { return &kiln{ring: make(chan struct{}, 1)} }

func (k *kiln) add(pot string) {
	k.mu.Lock()
	k.pots = append(k.pots, pot)
	k.mu.Unlock()
	select {
	case k.ring <- struct{}{}:
	default:
	}
}

func (k *kiln) run(burn func([]string)) {
	for range k.ring {
		k.mu.Lock()
		list := k.pots
		k.pots = nil
		k.mu.Unlock()
		burn(list)
	}
}

// A loom looks at its field every second as well.
type loom struct {
	ring chan struct{}
	mu   sync.Mutex
	yarn []string
}

func newLoom() *loom { return &loom{ring: make(chan struct{})} }

func (l *loom) add(yarn string) {
	l.mu.Lock()
	l.yarn = append(l.yarn, yarn)
	l.mu.Unlock()
	select {
	case l.ring <- struct{}{}:
	default:
	}
}

func (l *loom) run(weave func([]string)) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-l.ring:
		case <-tick.C:
		}
		l.mu.Lock()
		list := l.yarn
		l.yarn = nil
		l.mu.Unlock()
		weave(list)
	}
}

// A bell is rung by hand: one that rings already need not ring again.
type bell struct{ ring chan struct{} }

func newBell() *bell { return &bell{ring: make(chan struct{})} }

func (b *bell) Ring() bool {
	select {
	case b.ring <- struct{}{}:
		return true
	default:
		return false
	}
}

func (b *bell) run(strike func()) {
	for range b.ring {
		strike()
	}
}
