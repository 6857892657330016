package busyloop

import (
	"log"
	"net"
	"sync"
	"time"
)

// A flag is asked under its lock, in a method.
type mirror struct {
	addr    string
	mu      sync.Mutex
	stopped bool
}

func (m *mirror) ended() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stopped
}

func (m *mirror) run(copyFrom func(net.Conn)) {
	for !m.ended() {
		c, err := net.DialTimeout("tcp", m.addr, 3*time.Second) // want `while the other side is down, the loop at line 24 tries again without a pause`
		if err != nil {
			log.Print(err)
			continue
		}
		copyFrom(c)
		c.Close()
	}
}
