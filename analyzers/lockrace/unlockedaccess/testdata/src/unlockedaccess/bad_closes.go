package unlockedaccess

import (
	"net"
	"sync"
	"time"
)

// Stop closes a channel with the lock held, which waits for nothing.
type tester struct {
	mu   sync.Mutex
	conn net.PacketConn
	stop chan struct{}
}

func (t *tester) Start(conn net.PacketConn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.conn = conn
	go t.handle()
}

func (t *tester) Restart(conn net.PacketConn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.conn = conn
}

func (t *tester) handle() {
	for {
		select {
		case <-t.stop:
			return
		default:
		}
		if err := t.conn.SetReadDeadline(time.Now().Add(time.Second)); err != nil { // want `data race with line \d+: t.conn is read without t.mu`
			return
		}
	}
}

func (t *tester) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.stop)
	_ = t.conn.Close()
}
