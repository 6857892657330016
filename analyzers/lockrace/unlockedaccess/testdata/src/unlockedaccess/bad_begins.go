package unlockedaccess

import "sync"

// A goroutine for each connection calls start, which begins nothing of the switchboard.
type Switchboard struct {
	mu     sync.Mutex
	topics map[string]func(*line)
}

type line struct {
	board *Switchboard
	in    chan string
}

func (s *Switchboard) SetTopic(name string, join func(*line)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if join == nil {
		delete(s.topics, name)
		return
	}
	s.topics[name] = join
}

func (s *Switchboard) Connect() *line {
	l := &line{board: s, in: make(chan string)}
	go l.receive()
	return l
}

func (l *line) receive() {
	for topic := range l.in {
		l.board.start(l, topic)
	}
}

func (s *Switchboard) start(l *line, topic string) {
	if join := s.topics[topic]; join != nil { // want `data race with line \d+: s.topics is read without s.mu`
		join(l)
	}
}

// What Start sets, WaitStop sets back under the lock, and others ask for.
type Conductor struct {
	mu      sync.Mutex
	started bool
	players []func()
}

func (c *Conductor) Start() {
	for _, play := range c.players {
		play()
	}
	c.started = true // want `data race with line \d+: c.started is written without c.mu`
}

func (c *Conductor) WaitStop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.started = false
}

func (c *Conductor) Started() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started
}
