// Package feed is a stub: functions that return what takes back what they have done.
package feed

import (
	"os"
	"sync"
)

type Feed struct {
	mu   sync.Mutex
	subs map[string]map[chan string]bool
	all  map[chan string]bool
}

func (f *Feed) Subscribe(id string) (<-chan string, func(), bool) {
	if id == "" {
		return nil, nil, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	ch := make(chan string, 8)
	f.all[ch] = true
	return ch, func() {
		f.mu.Lock()
		delete(f.all, ch)
		f.mu.Unlock()
	}, true
}

// Oldest returns the first entry of a spool, and what removes it when its work is done.
func Oldest(dir string) ([]byte, func() error, error) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return nil, nil, err
	}
	name := dir + "/" + entries[0].Name()
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	return data, func() error { return os.Remove(name) }, nil
}

// Spare returns a file that it makes, and what removes it.
func Spare(dir string) (*os.File, func() error, error) {
	f, err := os.CreateTemp(dir, "spare-*")
	if err != nil {
		return nil, nil, err
	}
	return f, func() error { return os.Remove(f.Name()) }, nil
}
