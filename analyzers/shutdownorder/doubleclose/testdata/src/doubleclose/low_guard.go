package doubleclose

// What importers call once, perhaps.
type Flagged struct {
	done   chan struct{}
	in     chan int
	closed bool
}

func (f *Flagged) Close() {
	if f.closed {
		return
	}
	f.closed = true
	close(f.done) // want `two calls of Close at the same time panic`
	close(f.in)
}

type Polled struct{ done chan struct{} }

func (q *Polled) Stop() {
	select {
	case <-q.done:
		return
	default:
	}
	close(q.done) // want `two calls of Stop at the same time panic`
}
