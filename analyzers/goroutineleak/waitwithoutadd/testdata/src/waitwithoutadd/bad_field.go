package waitwithoutadd

import (
	"io"
	"net"
	"sync"
)

type tunnel struct {
	ln net.Listener
	wg sync.WaitGroup
}

func (t *tunnel) serve() error {
	for {
		c, err := t.ln.Accept()
		if err != nil {
			return err
		}
		go t.forward(c)
	}
}

// The goroutine that it starts has nothing to do with the group.
func (t *tunnel) forward(c net.Conn) {
	t.wg.Add(1) // want `the Wait at line \d+ may return too early: t\.wg\.Add runs in the goroutine that it counts, started at line \d+`
	defer t.wg.Done()
	defer c.Close()
	done := make(chan struct{}, 1)
	go func() {
		_, _ = io.Copy(io.Discard, c)
		done <- struct{}{}
	}()
	<-done
}

func (t *tunnel) Close() error {
	err := t.ln.Close()
	t.wg.Wait()
	return err
}
