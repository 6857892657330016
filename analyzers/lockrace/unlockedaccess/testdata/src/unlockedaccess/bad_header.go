package unlockedaccess

import (
	"io"
	"sync"
)

// A fanout copies the header of its list under the lock, and a removal shifts the elements in place.
type fanout struct {
	mu   sync.Mutex
	outs []io.Writer
}

func (f *fanout) add(out io.Writer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.outs = append(f.outs, out)
}

func (f *fanout) remove(out io.Writer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, have := range f.outs {
		if have == out {
			f.outs = append(f.outs[:i], f.outs[i+1:]...)
			return
		}
	}
}

func (f *fanout) write(p []byte) {
	f.mu.Lock()
	outs := f.outs // want `data race with line 25: elements of f.outs are read after f.mu is released, which`
	f.mu.Unlock()
	for _, out := range outs {
		out.Write(p)
	}
}
