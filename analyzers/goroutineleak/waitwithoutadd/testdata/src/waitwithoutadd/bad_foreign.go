package waitwithoutadd

import (
	"net"
	"net/http"
	"sync"
)

// What the goroutine starts is of another package, and cannot name the group.
type acceptor struct {
	ln net.Listener
	wg sync.WaitGroup
}

func (a *acceptor) serve() {
	for {
		nc, err := a.ln.Accept()
		if err != nil {
			return
		}
		go a.handle(nc)
	}
}

func (a *acceptor) handle(nc net.Conn) {
	a.wg.Add(1) // want `the Wait at line 39 may return too early`
	defer a.wg.Done()
	defer nc.Close()
	c := &http.Client{}
	go c.CloseIdleConnections()
	buf := make([]byte, 32)
	for {
		if _, err := nc.Read(buf); err != nil {
			return
		}
	}
}

func (a *acceptor) close() { a.ln.Close(); a.wg.Wait() }
