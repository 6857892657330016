package flagleftset

import (
	"errors"
	"log"
	"sync"
	"sync/atomic"
)

type syncer struct {
	running atomic.Bool
	fetch   func() ([]string, error)
	store   func([]string) error
}

func (s *syncer) Sync() error {
	if !s.running.CompareAndSwap(false, true) {
		return nil
	}
	list, err := s.fetch()
	if err != nil {
		return err // want `no later call gets past the test at line 17: s.running, set at line 17, stays set on this return, and is reset only at line 25`
	}
	err = s.store(list)
	s.running.Store(false)
	return err
}

type job struct {
	name    string
	running bool
	runs    int
}

type runner struct {
	mu   sync.Mutex
	jobs map[string]*job
	work func(string) error
}

func (r *runner) run(j *job) {
	r.mu.Lock()
	if j.running {
		r.mu.Unlock()
		return
	}
	j.running = true
	r.mu.Unlock()

	if err := r.work(j.name); err != nil {
		log.Print(err)
		return // want `no later call gets past the test at line 43: j.running, set at line 47, stays set on this return, and is reset only at line 56`
	}
	r.mu.Lock()
	j.runs++
	j.running = false
	r.mu.Unlock()
}

var errBusy = errors.New("busy")

type restorer struct {
	mu   sync.Mutex
	busy bool
}

func (r *restorer) Restore(read func() ([]byte, error), write func([]byte) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy {
		return errBusy
	}
	r.busy = true
	data, err := read()
	if err != nil {
		return err // want `r.busy, set at line 73, stays set`
	}
	if err := write(data); err != nil {
		return err
	}
	r.busy = false
	return nil
}
