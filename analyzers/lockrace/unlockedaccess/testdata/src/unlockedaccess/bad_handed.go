package unlockedaccess

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"sync"
)

// A catalogue is copied and encoded by functions of other packages.
type catalogue struct {
	mu    sync.RWMutex
	items map[string]int
}

func (c *catalogue) Add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[name]++
}

func (c *catalogue) Has(name string) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.items[name] > 0
}

func (c *catalogue) Merge(more map[string]int) {
	maps.Copy(c.items, more) // want `c\.items is written without c\.mu`
}

func (c *catalogue) Text() ([]byte, error) {
	return json.Marshal(c.items) // want `c\.items is read without c\.mu`
}

// A meter counts by name; functions of other packages look at the map.
type meter struct {
	mu     sync.Mutex
	counts map[string]int
}

func (m *meter) Count(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.counts[name]++
}

func (m *meter) Get(name string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counts[name]
}

func (m *meter) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.counts)
}

func (m *meter) Print(w io.Writer) {
	for i := 0; i < 2; i++ {
		fmt.Fprintln(w, "counts:", m.counts) // want `m\.counts is read without m\.mu`
	}
}
