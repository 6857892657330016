package waitwithoutadd

import (
	"io"
	"net"
	"sync"
)

// A pump house counts its connections in their goroutines, which start others that do not know the group.
type pumpHouse struct {
	listener net.Listener
	conns    sync.WaitGroup
}

func (t *pumpHouse) serve(target string) {
	for {
		c, err := t.listener.Accept()
		if err != nil {
			return
		}
		go t.relay(c, target)
	}
}

func (t *pumpHouse) relay(c net.Conn, target string) {
	t.conns.Add(1) // want `the Wait at line \d+ may return too early: t.conns.Add runs in the goroutine that it counts, started at line 21`
	defer t.conns.Done()
	defer c.Close()
	to, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer to.Close()
	ended := make(chan error, 2)
	pump := func(dst io.Writer, src io.Reader) {
		_, err := io.Copy(dst, src)
		ended <- err
	}
	go pump(c, to)
	go pump(to, c)
	<-ended
}

func (t *pumpHouse) close() {
	t.listener.Close()
	t.conns.Wait()
}

// A gong starts a function of the package beside its own work.
type gong struct {
	rings sync.WaitGroup
}

func (b *gong) ring(name string) {
	go b.sound(name)
}

func (b *gong) sound(name string) {
	b.rings.Add(1) // want `the Wait at line \d+ may return too early: b.rings.Add runs in the goroutine that it counts, started at line 55`
	defer b.rings.Done()
	go handle(name)
	handle(name)
}

func (b *gong) stop() { b.rings.Wait() }
