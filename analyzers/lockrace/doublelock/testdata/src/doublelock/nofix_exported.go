package doublelock

import "sync"

// Keeper is implemented once in this package; others may implement it, too.
type Keeper interface {
	Keep(d *document) error
}

type document struct {
	mu   sync.Mutex
	text string
}

type shelf struct{ texts []string }

func (s *shelf) Keep(d *document) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	s.texts = append(s.texts, d.text)
	return nil
}

func (d *document) Write(text string, k Keeper) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text = text
	return k.Keep(d) // want `deadlock: k.Keep acquires d.mu, held since line 25`
}
