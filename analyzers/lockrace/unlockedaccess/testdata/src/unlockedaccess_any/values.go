package unlockedaccess_any

import (
	"errors"
	"log"
	"sync"
	"time"
)

type task interface{ Send(n int) error }

type session struct {
	mu      sync.Mutex
	stream  task
	last    int
	id      [16]byte
	hooks   map[string]func()
	queue   []string
	started time.Time
}

func (s *session) Set(t task, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stream, s.last, s.id = t, n, [16]byte{byte(n)}
	s.queue = append(s.queue, "set")
	s.hooks = map[string]func(){}
	s.started = time.Now()
}

func (s *session) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stream != nil && s.id != [16]byte{} && s.id[0] == s.id[1] && s.id[2] == s.id[3] && s.id[4] == s.id[5] && s.last > 0 && len(s.queue) > 0 && s.hooks != nil
}

// A function of the package may take the lock; what it needs is read before.
func (s *session) Ack() {
	s.mu.Lock()
	s.queue = nil
	s.mu.Unlock()
	s.ack(s.last) // want `s.last is read without s.mu`
}

func (s *session) ack(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = n + 1
}

// What is compared with nil is read by value, a map as well.
func (s *session) Hooked() bool {
	s.mu.Lock()
	s.queue = nil
	s.mu.Unlock()
	if s.hooks != nil { // want `s.hooks is read without s.mu`
		return true
	}
	return false
}

// Others wait for the lock no longer than it takes to look at the length.
func (s *session) Report() {
	s.mu.Lock()
	s.last = 0
	s.mu.Unlock()
	log.Printf("%d waiting", len(s.queue)) // want `s.queue is read without s.mu`
}

// An array is copied by the call, too.
func (s *session) Announce() {
	s.mu.Lock()
	s.last = 0
	s.mu.Unlock()
	s.announce(s.id) // want `s.id is read without s.mu`
}

func (s *session) announce(id [16]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.id = id
}

// The maps in the map change, too.
type stateCache struct {
	mu     sync.RWMutex
	states map[string]map[string]int
}

func (c *stateCache) Get(server, name string) (int, bool) {
	states, ok := c.states[server] // want `c.states is read without c.mu`
	if !ok {
		return 0, false
	}
	n, ok := states[name]
	return n, ok
}

func (c *stateCache) Set(server, name string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.states[server]; !ok {
		c.states[server] = map[string]int{name: n}
		return
	}
	c.states[server][name] = n
}

func (c *stateCache) Forget(server string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.states, server)
}

// So is what is looked up.
type providers struct {
	mu         sync.RWMutex
	made       map[string]string
	containers map[string]string
}

func (p *providers) Register(name, container string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.containers[name]; ok {
		return errors.New("registered")
	}
	p.containers[name] = container
	return nil
}

func (p *providers) Provider(name string) (string, error) {
	p.mu.RLock()
	if made, ok := p.made[name]; ok {
		p.mu.RUnlock()
		return made, nil
	}
	p.mu.RUnlock()

	container, ok := p.containers[name] // want `p.containers is read without p.mu`
	if !ok {
		return "", errors.New("not registered")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made[name] = container
	return container, nil
}
