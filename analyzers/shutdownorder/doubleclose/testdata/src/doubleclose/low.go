package doubleclose

import "sync"

// Importers alone call it, and may do so twice.
type Daemon struct {
	stop    chan struct{} // closed by Stop
	workers sync.WaitGroup
}

func (s *Daemon) Start() { s.workers.Go(s.run) }

func (s *Daemon) run() { <-s.stop }

func (s *Daemon) Stop() {
	close(s.stop) // want `a second call of Stop panics with "close of closed channel": every call closes s\.stop`
	done := make(chan struct{})
	go func() {
		s.workers.Wait()
		close(done)
	}()
	<-done
}

// Conditions decide about each of the calls, and may exclude each other.
func either(ok bool) {
	s := NewWriter()
	if ok {
		s.Stop()
	}
	println("between")
	if !ok {
		s.Stop()
	}
}

type Writer struct{ quit chan struct{} }

func NewWriter() *Writer { return &Writer{quit: make(chan struct{})} }

func (w *Writer) Stop() { close(w.quit) } // want `every call of Stop closes w\.quit, and it is called on one value at line \d+ and line \d+`

// A flag of the caller's is a guard, of a kind.
type Watcher struct{ quit chan struct{} }

func (w *Watcher) Stop() { close(w.quit) } // want `the second close panics: every call of Stop closes w\.quit, and it is called on one value in a loop at line \d+`

func watch(w *Watcher, events <-chan string) {
	stopped := false
	for range events {
		if !stopped {
			w.Stop()
			stopped = true
		}
	}
}
