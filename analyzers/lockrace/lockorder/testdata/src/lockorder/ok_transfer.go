package lockorder

// A number settles which comes first.
func Settled(from, to *purse, coins int) {
	if from.id > to.id {
		from, to, coins = to, from, -coins
	}
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.coins -= coins
	to.coins += coins
}

// A chain has an order.
func (p *purse) Chain(next *purse) {
	p.mu.Lock()
	defer p.mu.Unlock()
	next.mu.Lock()
	defer next.mu.Unlock()
	p.next = next
}

// One after the other.
func Each(a, b *purse) int {
	a.mu.Lock()
	n := a.coins
	a.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	return n + b.coins
}
