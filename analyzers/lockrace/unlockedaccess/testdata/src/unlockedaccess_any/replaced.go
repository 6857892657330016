package unlockedaccess_any

import "sync"

// The link is replaced under the lock while others are about: that several functions do
// without it says nothing for them.
type dialer struct {
	mu   sync.Mutex
	link *link
}

type link struct{ addr string }

func (s *link) send(text string) error { return nil }

func (d *dialer) Reconnect(addr string) {
	s := &link{addr: addr}
	d.mu.Lock()
	d.link = s
	d.mu.Unlock()
}

func (d *dialer) Addr() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.link.addr
}

func (d *dialer) Ping() error { return d.link.send("ping") } // want `data race with line 19: d.link is read without d.mu, which 2 of 5 accesses hold`

func (d *dialer) Quit() error { return d.link.send("quit") } // want `d.link is read without d.mu`

func (d *dialer) Hello() error { return d.link.send("hello") } // want `d.link is read without d.mu`
