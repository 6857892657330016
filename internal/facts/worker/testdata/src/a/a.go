package a

import (
	"context"
	"log"
	"os"
	"sync"
	"time"
)

type M struct {
	wg   sync.WaitGroup
	done chan struct{}
	file *os.File
}

func (m *M) Run(ctx context.Context) { // want Run:"works until its context ends"
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			log.Print("bye")
			return
		case <-t.C:
		}
	}
}

func Flusher(name string, ctx context.Context, m *M) error { // want Flusher:"works until its context ends, and finishes"
	for {
		select {
		case <-ctx.Done():
			return m.file.Sync()
		case <-time.After(time.Second):
		}
	}
}

func (m *M) Deferred(ctx context.Context) { // want Deferred:"works until its context ends, and finishes"
	defer m.file.Close()
	<-ctx.Done()
}

func Polls(ctx context.Context) { // want Polls:"works until its context ends"
	for ctx.Err() == nil {
		time.Sleep(time.Second)
	}
}

// They tell.
func (m *M) Counted(ctx context.Context) {
	defer m.wg.Done()
	<-ctx.Done()
}

func (m *M) Closes(ctx context.Context) {
	defer close(m.done)
	<-ctx.Done()
}

func Calls(ctx context.Context, done func()) {
	<-ctx.Done()
	done()
}

func (m *M) Wait() {
	m.wg.Wait()
	<-m.done
}

// They tell nobody: not in each round, and not where nobody listens.
type N struct {
	wg     sync.WaitGroup
	closed chan struct{}
	out    chan int
	handle func(int)
}

func (n *N) Unheard(ctx context.Context) { // want Unheard:"works until its context ends"
	defer n.wg.Done()
	defer close(n.closed)
	for ctx.Err() == nil {
		n.out <- 1
		n.handle(2)
	}
}

func (n *N) Next() int { n.closed = make(chan struct{}); return <-n.out }

// They may end before.
func Once(ctx context.Context, in <-chan int) {
	select {
	case <-ctx.Done():
	case <-in:
	}
}

func (m *M) Works(ctx context.Context) error { return ctx.Err() }
