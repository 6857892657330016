// Package state reads and writes what others name.
package state

import (
	"encoding/json"
	"os"
	"sync"
)

var mu sync.Mutex

// The caller names the file: see there.
func Save(name string, state map[string]int) error {
	mu.Lock()
	defer mu.Unlock()
	data, err := json.Marshal(state)
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o600)
}

func Load(name string) (state map[string]int, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return state, json.Unmarshal(data, &state)
}
