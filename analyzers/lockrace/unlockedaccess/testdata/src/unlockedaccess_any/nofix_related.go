package unlockedaccess_any

import "sync"

// A chore locks itself, and changes the tasks that it names as well: those have a lock each.
type chore struct {
	mu      sync.RWMutex
	id      string
	follows []string
	leads   []string
}

type board interface {
	Find(id string) (*chore, error)
}

func (t *chore) Attach(b board) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range t.follows {
		before, err := b.Find(id)
		if err != nil {
			return err
		}
		before.leads = append(before.leads, t.id) // want `before.leads is written without before.mu`
	}
	return nil
}

func (t *chore) Detach(b board) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range t.follows {
		before, err := b.Find(id)
		if err != nil {
			return err
		}
		before.mu.Lock()
		before.leads = before.leads[:0]
		before.mu.Unlock()
	}
	return nil
}

func (t *chore) Leads() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n := 0
	for range t.leads {
		n++
	}
	return n
}
