package unguardedfield

import (
	"encoding/json"
	"net"
	"sync"
	"time"
)

// A printer is sent labels, and a beat between them; only the labels hold the lock.
type printer struct {
	out    *json.Encoder
	mu     sync.Mutex
	labels chan string
}

func connectPrinter(c net.Conn) *printer {
	p := &printer{out: json.NewEncoder(c), labels: make(chan string, 8)}
	go p.feed()
	go p.keepAlive()
	return p
}

func (p *printer) print(label string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Encode(label)
}

func (p *printer) feed() {
	for label := range p.labels {
		if p.print(label) != nil {
			return
		}
	}
}

func (p *printer) keepAlive() {
	for range time.Tick(time.Minute) {
		p.out.Encode("beat") // want `data race: p.out is used here and by another goroutine at line 27, and only that one holds a lock`
	}
}
