package guardedmapreturned

import "sync"

// A Seat is free or taken.
type Seat struct {
	Row   int
	Taken bool
}

// A Plan has the seats of each hall.
type Plan struct {
	mu    sync.RWMutex
	halls map[string][]Seat
}

// Take takes a seat.
func (p *Plan) Take(hall string, row int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	seats := p.halls[hall]
	for i := range seats {
		if seats[i].Row == row {
			seats[i].Taken = true
		}
	}
}

// Seats returns the seats of a hall.
func (p *Plan) Seats(hall string) []Seat {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.halls[hall] // want `data race: p.halls\[hall\] is returned, .* changed, at line 21`
}
