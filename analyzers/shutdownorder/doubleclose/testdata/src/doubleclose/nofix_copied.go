package doubleclose

// Values of the type are copied: a Once in it would be, too, and each copy would
// close the channel once.

type iterator struct {
	items <-chan int
	done  chan struct{}
}

func Iterate(items <-chan int) interface{ Close() } {
	return iterator{items: items, done: make(chan struct{})}
}

func (it iterator) Next() <-chan int { return it.items }

func (it iterator) Close() {
	close(it.done) // want `every call of Close closes it.done, and it is called on one value`
}

// The struct is a part of another one, which is copied.
type source struct{ stop chan struct{} }

func (s *source) Stop() {
	close(s.stop) // want `every call of Stop closes s.stop, and it is called on one value`
}

type Sources struct{ first, second source }

func (s *Sources) Swapped() Sources {
	return Sources{first: source{stop: s.second.stop}, second: source{stop: s.first.stop}}
}

// The literal does not name the fields.
type ticket struct{ done chan struct{} }

func NewTicket() *ticket { return &ticket{make(chan struct{})} }

func (t *ticket) Close() {
	close(t.done) // want `every call of Close closes t.done, and it is called on one value`
}

func endsTwice(it iterator, s *source, t *ticket) {
	defer it.Close()
	it.Close()
	defer s.Stop()
	s.Stop()
	defer t.Close()
	t.Close()
}
