package lockleak

import "sync"

type turn struct {
	mu   sync.Mutex
	runs int
}

// Held only where it said yes.
func (t *turn) Once(work func()) bool {
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	work()
	return true
}

func (t *turn) Both(work func() error) error {
	if t.mu.TryLock() {
		err := work()
		t.mu.Unlock()
		return err
	}
	return nil
}

func (t *turn) Wait(work func()) {
	for !t.mu.TryLock() {
		work()
	}
	t.runs++
	t.mu.Unlock()
}

func (t *turn) Later(work func()) bool {
	got := t.mu.TryLock()
	if got {
		t.runs++
	}
	work()
	if got {
		t.mu.Unlock()
	}
	return got
}

// The caller gives it back.
func (t *turn) begin(ok bool) bool {
	t.mu.Lock()
	if ok {
		return true
	}
	t.mu.Unlock()
	return false
}

func (t *turn) Run(work func()) {
	if t.begin(t.runs > 0) {
		work()
		t.mu.Unlock()
	}
}
