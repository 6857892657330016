package guardedmapreturned

// Known returns the seats of a hall, if that is known.
func (p *Plan) Known(hall string) ([]Seat, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	seats, ok := p.halls[hall] // want `p.halls\[hall\] is returned, .*`
	return seats, ok
}
