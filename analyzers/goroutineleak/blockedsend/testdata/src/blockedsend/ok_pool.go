package blockedsend

import (
	"context"
	"errors"
	"io"
	"log"
	"sync"
)

var errFull = errors.New("full")

type uploads struct {
	todo   chan string
	failed chan error
	put    func(string) error
}

func newUploads(n int, put func(string) error) *uploads {
	u := &uploads{todo: make(chan string), failed: make(chan error, n), put: put}
	for range n {
		go u.work()
	}
	return u
}

// The error is handed on, and what gets it may stop the others.
func (u *uploads) work() {
	for name := range u.todo {
		if err := u.put(name); err != nil {
			log.Print(err)
			u.failed <- err
			return
		}
	}
}

func (u *uploads) Add(ctx context.Context, name string) error {
	select {
	case u.todo <- name:
		return nil
	case err := <-u.failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The worker goes on.
type mails struct {
	todo chan string
	send func(string) error
}

func newMails(n int, send func(string) error) *mails {
	m := &mails{todo: make(chan string), send: send}
	for range n {
		go func() {
			for to := range m.todo {
				if err := m.send(to); err != nil {
					log.Print(err)
					continue
				}
			}
		}()
	}
	return m
}

func (m *mails) Add(ctx context.Context, to string) {
	select {
	case m.todo <- to:
	case <-ctx.Done():
	}
}

// Each worker has a connection of its own, which has failed then.
type printers struct {
	todo chan []byte
	wg   sync.WaitGroup
}

func newPrinters(conns []io.WriteCloser) *printers {
	p := &printers{todo: make(chan []byte)}
	for _, conn := range conns {
		p.wg.Go(func() {
			defer conn.Close()
			for page := range p.todo {
				if _, err := conn.Write(page); err != nil {
					log.Print(err)
					return
				}
			}
		})
	}
	return p
}

func (p *printers) Print(ctx context.Context, page []byte) {
	select {
	case p.todo <- page:
	case <-ctx.Done():
	}
}

// One error means that there is nothing more to do.
type fills struct {
	todo chan int
	put  func(int) error
}

func newFills(n int, put func(int) error) *fills {
	f := &fills{todo: make(chan int), put: put}
	for range n {
		go func() {
			for i := range f.todo {
				if err := f.put(i); err != nil {
					if errors.Is(err, errFull) {
						return
					}
					log.Print(err)
				}
			}
		}()
	}
	return f
}

func (f *fills) Add(ctx context.Context, i int) {
	select {
	case f.todo <- i:
	case <-ctx.Done():
	}
}
