package unlockedaccess

import "sync"

// Several assignments, with work between them that may take long or need the lock itself.
type uplink struct {
	mu    sync.Mutex
	state int
	dial  func() error
}

func (l *uplink) State() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

func (l *uplink) Down() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state = 0
}

func (l *uplink) Up() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state = 3
}

func (l *uplink) open() error {
	l.state = 1 // want `data race with line \d+: l\.state is written without l\.mu`
	if err := l.dial(); err != nil {
		l.state = 2
		return err
	}
	return nil
}

func (l *uplink) Open() { go l.open() }

// The field comes second in a test that has asked another one of the same value already.
type guestbook struct {
	mu   sync.Mutex
	id   int
	name string
}

func (v *guestbook) SetName(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.name = name
}

func (v *guestbook) Name() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.name
}

func (v *guestbook) known(hook func()) bool {
	if v.id == 0 || v.name == "" { // want `data race with line \d+: v\.name is read without v\.mu`
		return false
	}
	hook()
	return true
}

func (v *guestbook) Known() { go v.known(func() {}) }
