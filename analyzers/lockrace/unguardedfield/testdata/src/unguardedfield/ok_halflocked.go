package unguardedfield

import (
	"encoding/json"
	"net"
	"sync"
	"time"
)

// A plotter greets its device before it starts the goroutine, and later holds the lock, in the
// callers of the method that writes.
type plotter struct {
	out *json.Encoder
	mu  sync.Mutex
}

func connectPlotter(c net.Conn) *plotter {
	p := &plotter{out: json.NewEncoder(c)}
	p.out.Encode("hello")
	go p.keepAlive()
	return p
}

func (p *plotter) write(v any) error { return p.out.Encode(v) }

func (p *plotter) Plot(x, y int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.write([2]int{x, y})
}

func (p *plotter) keepAlive() {
	for range time.Tick(time.Minute) {
		p.mu.Lock()
		p.write("beat")
		p.mu.Unlock()
	}
}
