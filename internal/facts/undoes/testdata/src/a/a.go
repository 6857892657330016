package a

import (
	"errors"
	"os"
	"sync"
)

type hub struct {
	mu   sync.Mutex
	subs map[chan int]struct{}
	list []chan int
}

func (h *hub) Subscribe(ended bool) (<-chan int, func(), bool) { // want Subscribe:"result 1 takes back"
	ch := make(chan int, 1)
	if ended {
		return ch, func() {}, false
	}
	h.mu.Lock()
	h.subs[ch] = struct{}{}
	h.mu.Unlock()
	return ch, func() {
		h.mu.Lock()
		delete(h.subs, ch)
		h.mu.Unlock()
	}, true
}

func (h *hub) Append(ch chan int) func() { // want Append:"result 0 takes back"
	h.list = append(h.list, ch)
	i := len(h.list) - 1
	return func() { h.list = append(h.list[:i], h.list[i+1:]...) }
}

// Another field.
func (h *hub) Other(ch chan int) func() {
	h.list = append(h.list, ch)
	return func() { delete(h.subs, ch) }
}

// What one of two functions does is not known.
func (h *hub) Either(ch chan int, f func()) func() {
	if f != nil {
		return f
	}
	h.subs[ch] = struct{}{}
	return func() { delete(h.subs, ch) }
}

func Take(path string) ([]byte, func() error, error) { // want Take:"result 1 removes"
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, errors.Join(err, os.Rename(path, path+".bad"))
	}
	return data, func() error { return os.Remove(path) }, nil
}

// The file is claimed by its name.
func Claim(path, claimed string) (func() error, error) {
	if err := os.Rename(path, claimed); err != nil {
		return nil, err
	}
	return func() error { return os.Remove(claimed) }, nil
}

// The file is made here.
func Temp() (*os.File, func() error, error) {
	f, err := os.CreateTemp("", "x")
	if err != nil {
		return nil, nil, err
	}
	return f, func() error { return os.Remove(f.Name()) }, nil
}
