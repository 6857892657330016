package tornwrite

import (
	"encoding/json"
	"os"
)

type store struct {
	file string
	seen map[string]bool
}

func (s *store) load() error {
	f, err := os.Open(s.file)
	if err != nil {
		return err
	}
	defer f.Close()
	return json.NewDecoder(f).Decode(&s.seen)
}

// Several calls write the file.
func (s *store) Mark(id string) error {
	s.seen[id] = true
	f, err := os.Create(s.file) // want `leaves s.file empty or truncated, and load reads it after the restart: os.Create overwrites it in place`
	if err != nil {
		return err
	}
	defer f.Close()
	return json.NewEncoder(f).Encode(s.seen)
}

type book struct{ name string }

func (b *book) read() (list []string, err error) {
	data, err := os.ReadFile(b.name)
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(data, &list)
}

func (b *book) Replace(list []string) error {
	f, err := os.OpenFile(b.name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) // want `os.OpenFile overwrites it in place`
	if err != nil {
		return err
	}
	defer f.Close()
	return json.NewEncoder(f).Encode(list)
}
