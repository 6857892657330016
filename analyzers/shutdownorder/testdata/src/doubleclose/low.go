package doubleclose

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

func (w *Watcher) Stop() { close(w.quit) } // want `every call of Stop closes w\.quit, and it is called on one value again and again at line \d+`

func watch(w *Watcher, events <-chan string) {
	stopped := false
	for range events {
		if !stopped {
			w.Stop()
			stopped = true
		}
	}
}
