package unlockedaccess_any

import "sync"

// Who calls the method has made the object before, for a field of its own.
type reader struct {
	sync.RWMutex
	topics map[string]string
	stop   chan struct{}
}

func newReader() *reader {
	r := &reader{topics: make(map[string]string), stop: make(chan struct{})}
	go r.watch()
	return r
}

func (r *reader) watch() { <-r.stop }

func (r *reader) Topic(name string) string {
	r.RLock()
	defer r.RUnlock()
	return r.topics[name]
}

func (r *reader) Rename(name, topic string) {
	r.Lock()
	defer r.Unlock()
	r.topics[name] = topic
}

func (r *reader) Add(name, topic string) { r.topics[name] = topic }

type station struct{ in *reader }

func (s *station) Join(names []string) {
	s.in = newReader()
	for _, name := range names {
		s.in.Add(name, "")
	}
}
