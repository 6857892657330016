package tornwrite_stdlib

import (
	"encoding/json"
	"log"
	"os"
	"sync"
)

type state struct {
	mu    sync.Mutex
	path  string
	Users map[string]string
}

func (s *state) load() error {
	data, err := os.ReadFile(s.path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, s)
}

func (s *state) Add(id, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Users[id] = name
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(s.path, data, 0o600) // want `os.WriteFile overwrites it in place`
}

func (s *state) Remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.Users, id)
	data, err := json.Marshal(s)
	if err != nil {
		return
	}
	if err := os.WriteFile(s.path, data, 0o600); err != nil { // want `os.WriteFile overwrites it in place`
		log.Println(err)
	}
}
