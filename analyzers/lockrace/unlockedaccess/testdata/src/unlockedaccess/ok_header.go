package unlockedaccess

import (
	"io"
	"slices"
	"sync"
)

// A replacer never changes an element in place: each removal makes another list.
type replacer struct {
	mu   sync.Mutex
	outs []io.Writer
}

func (r *replacer) add(out io.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.outs = append(r.outs, out)
}

func (r *replacer) remove(out io.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	rest := make([]io.Writer, 0, len(r.outs))
	for _, have := range r.outs {
		if have != out {
			rest = append(rest, have)
		}
	}
	r.outs = rest
}

func (r *replacer) write(p []byte) {
	r.mu.Lock()
	outs := r.outs
	r.mu.Unlock()
	for _, out := range outs {
		out.Write(p)
	}
}

// A copier takes a copy.
type copier struct {
	mu   sync.Mutex
	outs []io.Writer
}

func (c *copier) remove(i int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outs = slices.Delete(c.outs, i, i+1)
}

func (c *copier) write(p []byte) {
	c.mu.Lock()
	outs := slices.Clone(c.outs)
	c.mu.Unlock()
	for _, out := range outs {
		out.Write(p)
	}
}
