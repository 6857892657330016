package lockleak

import (
	"log"
	"sync"
)

type task struct {
	mu    sync.Mutex
	count int
	hook  func(int)
}

// Nobody recovers here.
func (t *task) plain(work func()) {
	t.mu.Lock()
	work()
	t.mu.Unlock()
}

// A deferred call releases it.
func (t *task) deferred(work func()) {
	defer func() { log.Print(recover()) }()
	t.mu.Lock()
	defer t.mu.Unlock()
	work()
}

type job struct {
	mu    sync.Mutex
	count int
}

// Recovered, released, and panicked again by the one who recovers.
func (j *job) again(work func()) {
	defer func() {
		if v := recover(); v != nil {
			panic(v)
		}
	}()
	j.mu.Lock()
	work()
	j.mu.Unlock()
}

// Called without the lock.
func (j *job) outside(work func()) {
	defer func() { log.Print(recover()) }()
	j.mu.Lock()
	j.count++
	j.mu.Unlock()
	work()
}

// Nothing that was passed in is called.
func (j *job) inside(n int) {
	defer func() { log.Print(recover()) }()
	j.mu.Lock()
	j.count += n
	log.Print(j.count)
	j.mu.Unlock()
}
