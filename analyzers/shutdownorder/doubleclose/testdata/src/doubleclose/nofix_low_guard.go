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
