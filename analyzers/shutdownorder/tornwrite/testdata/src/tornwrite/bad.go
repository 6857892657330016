package tornwrite

import (
	"encoding/json"
	"os"
	"sync"
)

type state struct {
	mu    sync.Mutex
	path  string
	Users map[string]string
}

func open(path string) (*state, error) {
	s := &state{path: path}
	data, err := os.ReadFile(s.path)
	if err != nil {
		return nil, err
	}
	return s, json.Unmarshal(data, s)
}

func (s *state) Add(id, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Users[id] = name
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(s.path, data, 0o600) // want `a kill during the write leaves s.path empty or truncated, and open reads it after the restart: os.WriteFile overwrites it in place`
}
