package unguardedfield

import "net"

// Two calls of Close close the queue once.
type outlet struct {
	name   string
	closed bool
	queue  chan []byte
}

func newOutlet(name string) *outlet {
	return &outlet{
		name:   name,
		closed: false,
		queue:  make(chan []byte, 8),
	}
}

func (o *outlet) start(conn net.Conn) {
	go func() {
		for !o.closed { // want `data race: o.closed ends the loop`
			if _, err := conn.Write(<-o.queue); err != nil {
				return
			}
		}
	}()
}

func (o *outlet) Close() {
	if !o.closed && o.name != "" {
		close(o.queue)
	}
	o.closed = true
}

// So do two of Stop.
type inlet struct{ done bool }

func (i *inlet) start(conn net.Conn, feed func([]byte)) {
	go func() {
		buf := make([]byte, 512)
		for !i.done { // want `data race: i.done ends the loop`
			n, _ := conn.Read(buf)
			feed(buf[:n])
		}
	}()
}

func (i *inlet) Stop(conn net.Conn) {
	if i.done {
		return
	}
	i.done = true
	conn.Close()
}
