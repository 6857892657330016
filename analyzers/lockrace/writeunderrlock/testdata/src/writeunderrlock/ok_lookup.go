package writeunderrlock

import "sync"

// dimmers counts under the lock of its callers, which hold it for writing.
type dimmers struct {
	mu  sync.RWMutex
	all map[string]*dimmer
}

type dimmer struct {
	level int
	hits  uint64
}

func (d *dimmers) lookup(name string) *dimmer {
	f := d.all[name]
	if f != nil {
		f.hits++
	}
	return f
}

func (d *dimmers) Level(name string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.lookup(name); f != nil {
		return f.level
	}
	return 0
}

func (d *dimmers) Hits() uint64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	var n uint64
	for _, f := range d.all {
		n += f.hits
	}
	return n
}
