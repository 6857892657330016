package mixedatomic

import (
	"net"
	"sync/atomic"
)

// Gateway is shared by its sessions, which reach it by a field.
type Gateway struct {
	level int32
	limit [2]int64
}

func (g *Gateway) SetLimit(n int64) {
	next := 1 - atomic.LoadInt32(&g.level)
	g.limit[next] = n
	atomic.StoreInt32(&g.level, next)
}

func (g *Gateway) Serve(l net.Listener) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		s := &gatewaySession{gateway: g, conn: conn}
		go s.run()
	}
}

type gatewaySession struct {
	gateway *Gateway
	conn    net.Conn
}

func (s *gatewaySession) run() {
	defer s.conn.Close()
	buf := make([]byte, s.gateway.limit[s.gateway.level]) // want `data race: s.gateway.level is read without an atomic operation, and accessed atomically at line 17`
	for {
		if _, err := s.conn.Read(buf); err != nil {
			return
		}
	}
}
