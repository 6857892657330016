package flagleftset

import "sync"

// A deferred call resets the flag.
func (s *syncer) SyncDeferred() error {
	if !s.running.CompareAndSwap(false, true) {
		return nil
	}
	defer s.running.Store(false)
	list, err := s.fetch()
	if err != nil {
		return err
	}
	return s.store(list)
}

func (r *runner) runDeferred(j *job) {
	r.mu.Lock()
	if j.running {
		r.mu.Unlock()
		return
	}
	j.running = true
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		j.running = false
		r.mu.Unlock()
	}()
	if err := r.work(j.name); err != nil {
		return
	}
	j.runs++
}

// The flag says that the server has been started, and is reset where that fails.
type server struct {
	mu      sync.Mutex
	started bool
	listen  func() error
	warm    func() error
}

func (s *server) Start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.started {
		return errBusy
	}
	s.started = true
	if err := s.listen(); err != nil {
		s.started = false
		return err
	}
	if err := s.warm(); err != nil {
		return err
	}
	return nil
}

// The goroutine resets it.
func (s *syncer) Begin() error {
	if !s.running.CompareAndSwap(false, true) {
		return nil
	}
	list, err := s.fetch()
	if err != nil {
		s.finish()
		return err
	}
	go func() {
		defer s.running.Store(false)
		s.store(list)
	}()
	return nil
}

func (s *syncer) finish() { s.running.Store(false) }

// Every path resets it.
func (s *syncer) Check() error {
	if s.running.Load() {
		return nil
	}
	s.running.Store(true)
	_, err := s.fetch()
	s.running.Store(false)
	if err != nil {
		return err
	}
	return nil
}
