package lockorder

import "sync"

type users struct{ mu sync.Mutex }
type groups struct{ mu sync.Mutex }
type rights struct{ mu sync.Mutex }

// A ring: no two of the three contradict each other.
func usersGroups(u *users, g *groups) {
	u.mu.Lock()
	defer u.mu.Unlock()
	g.mu.Lock() // want `lock order cycle, which can deadlock: groups\.mu is acquired while users\.mu is held since line \d+, rights\.mu under groups\.mu at line \d+, users\.mu under rights\.mu at line \d+`
	g.mu.Unlock()
}

func groupsRights(g *groups, r *rights) {
	g.mu.Lock()
	defer g.mu.Unlock()
	r.mu.Lock()
	r.mu.Unlock()
}

func rightsUsers(r *rights, u *users) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u.lock()
}

func (u *users) lock() {
	u.mu.Lock()
	u.mu.Unlock()
}

// The other order is in another function, with statements in between.
type stock struct {
	mu sync.Mutex
	n  int
}
type orders struct {
	mu sync.Mutex
	n  int
}

func (s *stock) take(o *orders) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.mu.Lock()
	o.n++
	o.mu.Unlock()
}

func (o *orders) cancel(s *stock) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.n--
	s.mu.Lock() // want `lock order inversion, which can deadlock`
	s.n++
	s.mu.Unlock()
}
