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

type leavers struct {
	wg   sync.WaitGroup
	jobs chan func() error
}

func (e *leavers) run(stop <-chan struct{}) {
	e.wg.Add(1)
	go e.work(stop)
	e.wg.Wait()
}

// Two of three leavers count down.
func (e *leavers) work(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			e.wg.Done()
			return
		case job, ok := <-e.jobs:
			if !ok {
				e.wg.Done() // want `e\.wg\.Wait never returns after the return at line \d+, which skips e\.wg\.Done`
				return
			}
			if err := job(); err != nil {
				return
			}
		}
	}
}
