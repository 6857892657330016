package lockleak

import (
	"log"
	"os"
	"sync"
)

type rotated struct {
	mu   sync.Mutex
	file *os.File
	out  *log.Logger
	n    int
}

// The lock stays held when the file cannot be opened.
func (r *rotated) rotate(name string) {
	r.mu.Lock()
	r.file.Close()
	if f, err := os.OpenFile(name, os.O_CREATE, 0o644); err == nil {
		r.out.SetOutput(f)
		r.file = f
		r.mu.Unlock()
	} // want `the next Lock blocks forever: r.mu, locked at line 18, is still held here, and released only at line 23`
}

// The next pass locks again.
func (r *rotated) add(in chan int) {
	for v := range in {
		r.mu.Lock()
		if v > 0 {
			r.n += v
			r.mu.Unlock()
		} // want `the next Lock blocks forever: r.mu, locked at line 30, is still held here, and released only at line 33`
	}
}

// One case forgets it.
func (r *rotated) count(kind string) {
	r.mu.Lock()
	switch kind {
	case "up":
		r.n++
		r.mu.Unlock()
	case "down":
		r.n-- // want `the next Lock blocks forever: r.mu, locked at line 40, is still held here, and released only at line 44`
	default:
		r.mu.Unlock()
	}
}

func (r *rotated) Count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.n
}
