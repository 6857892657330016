package unlockedaccess

import "sync"

// Who takes the lock has waited for the Once, and so for the write in it.
type keyed struct {
	once  sync.Once
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (k *keyed) lock(key string) *sync.Mutex {
	k.once.Do(func() { k.locks = make(map[string]*sync.Mutex) })
	k.mu.Lock()
	defer k.mu.Unlock()
	l, ok := k.locks[key]
	if !ok {
		l = new(sync.Mutex)
		k.locks[key] = l
	}
	return l
}

// Whoever stops it has set the reason, once, before the goroutine that reads it is started.
type stopper struct {
	mu    sync.Mutex
	begun bool
	why   string
	log   []string
}

func (s *stopper) Stop(why string) { s.begin(why) }
func (s *stopper) Fail(err error)  { s.begin(err.Error()) }
func (s *stopper) begin(why string) {
	if s.mark(why) {
		go s.end()
	}
}

func (s *stopper) mark(why string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun {
		return false
	}
	s.begun, s.why = true, why
	return true
}

func (s *stopper) end() { println(s.why) }

func (s *stopper) Why() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}
