package unlockedaccess

import "sync"

// The caller of lockAll holds the locks while the machines work for it: that they store the deposits with the lock
// held cannot be seen.
type deposit struct {
	sync.Mutex
	state string
	id    int
}

func lockAll(list []*deposit) {
	for _, d := range list {
		d.Lock()
	}
}

func unlockAll(list []*deposit) {
	for _, d := range list {
		d.Unlock()
	}
}

func (d *deposit) State() string {
	d.Lock()
	defer d.Unlock()
	return d.state
}

func (d *deposit) SetState(state string) {
	d.Lock()
	defer d.Unlock()
	d.state = state
}

func (d *deposit) Reset() {
	d.Lock()
	d.state = ""
	d.Unlock()
}

type storer interface{ Update(d *deposit) error }

type sqlStore struct{ exec func(id int, state string) error }

func (s *sqlStore) Update(d *deposit) error {
	return s.exec(d.id, d.state) // want `data race with line \d+: d.state is read without d.Mutex`
}

func transition(list []*deposit, machine func(*deposit, storer), s *sqlStore) {
	lockAll(list)
	defer unlockAll(list)
	for _, d := range list {
		machine(d, s)
	}
}
