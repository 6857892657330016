package d

import (
	"sync"
	"time"
)

type pump struct {
	stop chan struct{}
	once sync.Once
}

func newPump() *pump { // want newPump:"needs Stop"
	p := &pump{stop: make(chan struct{})}
	go func() { <-p.stop }()
	return p
}

func (p *pump) Stop() { p.once.Do(func() { close(p.stop) }) }

// Within one package, too.
func providePump() (*pump, func(), error) { // want providePump:"needs a call of result 1"
	p := newPump()
	return p, p.Stop, nil
}

// A Hub is the only one of its package.
type Hub struct{ stop chan struct{} }

var hub = &Hub{stop: make(chan struct{})}

func Instance() *Hub { // want Instance:"shared"
	return hub
}

// Made is the caller's alone.
func Made() *Hub { return &Hub{stop: make(chan struct{})} }

func (h *Hub) Run() { // want Run:"needs Stop"
	go func() {
		for {
			select {
			case <-h.stop:
				return
			case <-time.After(time.Second):
			}
		}
	}()
}

func (h *Hub) Stop() { close(h.stop) }
