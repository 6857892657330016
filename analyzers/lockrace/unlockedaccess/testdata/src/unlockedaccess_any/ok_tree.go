package unlockedaccess_any

import "sync"

// The lock of the root guards all nodes: nothing shows that each has one of its own.
type branch struct {
	mu       sync.Mutex
	children map[string]*branch
	value    []byte
}

func (b *branch) Set(name string, value []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	child, ok := b.children[name]
	if !ok {
		child = &branch{}
		b.children[name] = child
	}
	child.value = value
}

func (b *branch) Reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.value = nil
	for _, child := range b.children {
		child.value = nil
	}
}
