package memory

import "net/http"

// Receives that are not first, and what they declare.
type depot struct {
	parcels chan *http.Request
	counts  chan map[string]int
	ready   chan bool
}

func (d *depot) deliver() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		sweep()
		parcel := <-d.parcels
		println(parcel.Host)
	}
}

func (d *depot) count() {
	total := 0
	for { // want `goroutine started at line \d+ cannot be stopped`
		sweep()
		count, ok := <-d.counts
		if ok {
			total += len(count)
		}
	}
}

func (d *depot) look() {
	var open bool
	for { // want `goroutine started at line \d+ cannot be stopped`
		sweep()
		open = <-d.ready
		println(open)
	}
}

func newDepot(parcels chan *http.Request, counts chan map[string]int, ready chan bool) *depot {
	d := &depot{parcels, counts, ready}
	go d.deliver()
	go d.count()
	go d.look()
	return d
}
