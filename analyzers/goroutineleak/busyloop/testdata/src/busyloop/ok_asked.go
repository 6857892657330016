package busyloop

import (
	"log"
	"net"
	"time"
)

// What asks whether to try again pauses.
type metered struct {
	addr string
	tick <-chan time.Time
	end  chan struct{}
}

func (m *metered) again() bool {
	select {
	case <-m.tick:
		return true
	case <-m.end:
		return false
	}
}

func (m *metered) run(copyFrom func(net.Conn)) {
	for m.again() {
		c, err := net.Dial("tcp", m.addr)
		if err != nil {
			log.Print(err)
			continue
		}
		copyFrom(c)
		c.Close()
	}
}
