// Package passes keeps the passes of readers.
package passes

import "sync"

// Recaller recalls what is out on a pass.
type Recaller interface{ Recall(pass string) }

// Office has the passes.
type Office struct {
	mu    sync.RWMutex
	valid map[string]bool
	desk  Recaller
}

func NewOffice() *Office { return &Office{valid: make(map[string]bool)} }

func (o *Office) SetDesk(desk Recaller) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.desk = desk
}

func (o *Office) Valid(pass string) bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.valid[pass]
}

// Expire recalls under its lock, in a helper.
func (o *Office) Expire(pass string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.drop(pass)
}

func (o *Office) drop(pass string) {
	delete(o.valid, pass)
	if o.desk != nil {
		o.desk.Recall(pass)
	}
}
