package hub

import "net"

type Gate struct {
	ln    net.Listener
	conns chan net.Conn
}

// The owner has a Close, which does not end the goroutine.
func Open(addr string) (*Gate, error) {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	g := &Gate{ln: ln, conns: make(chan net.Conn)}
	go g.run()
	return g, nil
}

func (g *Gate) run() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		conn, err := g.ln.Accept()
		if err != nil {
			continue
		}
		g.conns <- conn
	}
}

func (g *Gate) Next() net.Conn { return <-g.conns }

func (g *Gate) Close() error { return g.ln.Close() }
