package lockorder

// The names say which one comes first.
func (p *parts) RenameOrdered(from, to string) {
	first, second := from, to
	if second < first {
		first, second = second, first
	}
	a, b := p.of(first), p.of(second)
	a.Lock()
	defer a.Unlock()
	if a != b {
		b.Lock()
		defer b.Unlock()
	}
}

func (p *parts) SwapOrdered(x, y string) {
	if x > y {
		return
	}
	a, b := p.of(x), p.of(y)
	a.Lock()
	b.Lock()
	a.items, b.items = b.items, a.items
	b.Unlock()
	a.Unlock()
}

// Nobody else has what is made here.
func fresh(name string) *part { return &part{items: map[string]string{name: name}} }

func Merge(x, y string) *part {
	a, b := fresh(x), fresh(y)
	a.Lock()
	b.Lock()
	for k, v := range b.items {
		a.items[k] = v
	}
	b.Unlock()
	a.Unlock()
	return a
}
