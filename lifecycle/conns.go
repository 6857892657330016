package lifecycle

import (
	"net"
	"net/http"
	"sync"
	"time"
)

// freshConns knows the connections on which no byte has arrived. Browsers and
// proxies open such connections in advance, and http.Server.Shutdown waits five
// seconds for each; there is nothing on them to lose.
type freshConns struct {
	set sync.Map // of net.Conn
}

// freshWait is how long a connection may stay silent once the listener is closed, in case
// its first request is in transit.
const freshWait = 250 * time.Millisecond

// watch returns a callback for http.Server.ConnState that calls next as well.
func (f *freshConns) watch(next func(net.Conn, http.ConnState)) func(net.Conn, http.ConnState) {
	return func(c net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			f.set.Store(c, nil)
		case http.StateActive, http.StateClosed, http.StateHijacked:
			f.set.Delete(c)
		}
		if next != nil {
			next(c, state)
		}
	}
}

// closeAll closes the connections that are still fresh.
func (f *freshConns) closeAll() {
	f.set.Range(func(c, _ any) bool {
		c.(net.Conn).Close()
		return true
	})
}
