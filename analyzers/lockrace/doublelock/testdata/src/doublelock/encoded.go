package doublelock

import (
	"encoding/json"
	"sync"
)

type report struct {
	mu    sync.RWMutex
	lines []string
}

func (r *report) MarshalJSON() ([]byte, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return json.Marshal(r.lines)
}

// The encoder calls the method, here and in a helper.
func (r *report) Add(line string) ([]byte, error) {
	r.mu.Lock()
	r.lines = append(r.lines, line)
	text, err := json.Marshal(r) // want `deadlock: method MarshalJSON of an operand acquires r.mu, held since line 21`
	r.mu.Unlock()
	return text, err
}

func (r *report) bytes() []byte {
	text, _ := json.Marshal(r)
	return text
}

func (r *report) Reset() int {
	r.mu.Lock()
	r.lines = nil
	n := len(r.lines)
	text := r.bytes() // want `deadlock: r.bytes acquires r.mu, held since line 34`
	r.mu.Unlock()
	return n + len(text)
}
