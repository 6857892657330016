package mixedatomic

import (
	"io"
	"sync/atomic"
)

// Volume counts by pointers to its fields.
type Volume struct {
	in, out int64
	next    io.Writer
}

type metered struct {
	io.Writer
	n *int64
}

func (m *metered) Write(b []byte) (int, error) {
	n, err := m.Writer.Write(b)
	atomic.AddInt64(m.n, int64(n))
	return n, err
}

func countBy(n *int64, by int) { atomic.AddInt64(n, int64(by)) }

func (t *Volume) Wrap() io.Writer { return &metered{Writer: t.next, n: &t.out} }

func (t *Volume) Read(b []byte) { countBy(&t.in, len(b)) }

func (t *Volume) Snapshot() (in, out int64) {
	out = t.out // want `data race: t.out is read without an atomic operation, and accessed atomically at line 21`
	in = t.in   // want `data race: t.in is read without an atomic operation, and accessed atomically at line 25`
	return in, out
}
