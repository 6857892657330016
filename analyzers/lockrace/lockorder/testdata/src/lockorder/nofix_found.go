package lockorder

import "sync"

// What two names lead to is locked in the order of the names.
type part struct {
	sync.Mutex
	items map[string]string
}

type parts struct{ all [16]*part }

func (p *parts) of(key string) *part { return p.all[len(key)%16] }

func (p *parts) Rename(from, to string) {
	a, b := p.of(from), p.of(to)
	a.Lock()
	defer a.Unlock()
	if a != b {
		b.Lock() // want `two calls with swapped arguments deadlock: b is acquired while a is held since line 17`
		defer b.Unlock()
	}
	b.items[to] = a.items[from]
	delete(a.items, from)
}
