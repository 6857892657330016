package unlockedaccess_any

import "sync"

// Something that knows itself, set up by a helper of its constructor.
type knot struct {
	mu   sync.Mutex
	self *knot
	ties int
}

func newKnot() *knot {
	k := &knot{}
	k.tie()
	return k
}

func (k *knot) tie() {
	k.self = k
	k.ties = 1
}

func (k *knot) Ties() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.self.ties
}
