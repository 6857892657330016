// Package blockedsend_library starts no goroutine: its callers do.
package blockedsend_library

type Meter struct {
	samples chan int
	done    chan struct{}
}

func NewMeter() *Meter { return &Meter{done: make(chan struct{})} }

func (m *Meter) Add(n int) bool {
	select {
	case m.samples <- n: // want `send on m\.samples never happens: m\.samples is nil, because nothing is assigned to it`
		return true
	case <-m.done:
		return false
	}
}

func (m *Meter) Run(stop <-chan struct{}, add func(int)) {
	defer close(m.done)
	for {
		select {
		case <-stop:
			return
		case n := <-m.samples:
			add(n)
		}
	}
}
