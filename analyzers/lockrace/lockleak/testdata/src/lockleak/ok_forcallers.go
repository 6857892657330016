package lockleak

import (
	"errors"
	"sync"
)

var errGone = errors.New("gone")

type slots struct {
	sync.Mutex
	opening map[int]*sync.WaitGroup
}

// acquire returns with the lock held, on its only way out.
func acquire(s *slots, id int) bool {
	for {
		s.Lock()
		wg, ok := s.opening[id]
		if !ok || wg == nil {
			return ok
		}
		s.Unlock()
		wg.Wait()
	}
}

func borrow(s *slots, id int) {
	open := acquire(s, id)
	defer s.Unlock()
	if !open {
		s.opening[id] = nil
	}
}

type inode interface {
	sync.Locker
	gone() bool
}

type tree struct {
	mu     sync.Mutex
	inodes map[string]inode
}

// child returns what it has locked, or nothing.
func (t *tree) child(name string) (inode, error) {
	for range 3 {
		in, ok := t.inodes[name]
		if !ok {
			return nil, nil
		}
		t.mu.Unlock()
		in.Lock()
		t.mu.Lock()
		if t.inodes[name] != in {
			in.Unlock()
			continue
		}
		return in, nil
	}
	return nil, errGone
}

// newest is the same with a named result.
func (t *tree) newest(name string) (in inode) {
	defer func() {
		if in != nil {
			delete(t.inodes, name)
		}
	}()
	found := t.inodes[name]
	found.Lock()
	if found.gone() {
		found.Unlock()
		return
	}
	in = found
	return
}

type ref struct {
	sync.Mutex
	valid, busy bool
	data        []byte
}

// fetch releases in what it defers, by way of the variable.
func fetch(refs map[string]*ref, name string, load func() []byte) []byte {
	var r *ref
	for {
		r = refs[name]
		r.Lock()
		if !r.valid {
			break
		}
		if r.busy {
			r.Unlock()
			continue
		}
		defer r.Unlock()
		return r.data
	}
	defer func() {
		r.busy = false
		r.Unlock()
	}()
	if data := load(); data != nil {
		return data
	}
	return nil
}

// fetchNew does it for one that it may have made.
func fetchNew(refs map[string]*ref, name string, load func() []byte) []byte {
	var r *ref
	for {
		found, ok := refs[name]
		if !ok {
			r = new(ref)
			refs[name] = r
			r.Lock()
			break
		}
		r = found
		r.Lock()
		if !r.valid {
			break
		}
		if r.busy {
			r.Unlock()
			continue
		}
		data := r.data
		r.Unlock()
		return data
	}
	defer func() {
		r.busy = false
		r.Unlock()
	}()
	if data := load(); data != nil {
		return data
	}
	return nil
}
