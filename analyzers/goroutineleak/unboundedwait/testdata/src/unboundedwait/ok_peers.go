package unboundedwait

import (
	"bufio"
	"net"
	"sync"
	"time"
)

// The connections are kept, and closed before the wait.
type basin struct {
	ln      net.Listener
	done    chan struct{}
	readers sync.WaitGroup

	mu   sync.Mutex
	open map[net.Conn]bool
}

func (b *basin) Stop() {
	close(b.done)
	b.ln.Close()
	b.mu.Lock()
	for conn := range b.open {
		conn.Close()
	}
	b.mu.Unlock()
	b.readers.Wait()
}

func (b *basin) accept() {
	for {
		conn, err := b.ln.Accept()
		if err != nil {
			return
		}
		b.mu.Lock()
		b.open[conn] = true
		b.mu.Unlock()
		b.readers.Add(1)
		go b.read(conn)
	}
}

func (b *basin) read(conn net.Conn) {
	defer b.readers.Done()
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		println(lines.Text())
	}
}

// Each read has a deadline.
type trough struct {
	ln      net.Listener
	done    chan struct{}
	readers sync.WaitGroup
}

func (t *trough) Stop() {
	close(t.done)
	t.ln.Close()
	t.readers.Wait()
}

func (t *trough) accept() {
	for {
		conn, err := t.ln.Accept()
		if err != nil {
			return
		}
		t.readers.Add(1)
		go t.read(conn)
	}
}

func (t *trough) read(conn net.Conn) {
	defer t.readers.Done()
	defer conn.Close()
	for {
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			return
		}
	}
}

// A goroutine closes the connection at the stop.
type gutter struct {
	ln      net.Listener
	done    chan struct{}
	readers sync.WaitGroup
}

func (g *gutter) Stop() {
	close(g.done)
	g.ln.Close()
	g.readers.Wait()
}

func (g *gutter) accept() {
	for {
		conn, err := g.ln.Accept()
		if err != nil {
			return
		}
		g.readers.Add(1)
		go g.read(conn)
	}
}

func (g *gutter) read(conn net.Conn) {
	defer g.readers.Done()
	go func() {
		<-g.done
		conn.Close()
	}()
	for {
		if _, err := conn.Read(make([]byte, 1)); err != nil {
			return
		}
	}
}
