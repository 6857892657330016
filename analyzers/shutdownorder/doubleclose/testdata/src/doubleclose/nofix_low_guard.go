package doubleclose

// A Renewed makes its channel again.
type Renewed struct{ done chan struct{} }

func (r *Renewed) Start() {
	r.done = make(chan struct{})
}

func (r *Renewed) Stop() {
	if r.done != nil {
		close(r.done) // want `two calls of Stop at the same time panic`
		r.done = nil
	}
}

// A Pair closes two channels behind one flag.
type Pair struct {
	done   chan struct{}
	in     chan int
	closed bool
}

func (f *Pair) Close() {
	if f.closed {
		return
	}
	f.closed = true
	close(f.done) // want `two calls of Close at the same time panic`
	close(f.in)
}
