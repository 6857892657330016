package lockorder

import "sync"

type users struct{ mu sync.Mutex }
type groups struct{ mu sync.Mutex }
type rights struct{ mu sync.Mutex }

// A ring: no two of the three contradict each other.
func usersGroups(u *users, g *groups) {
	u.mu.Lock()
	defer u.mu.Unlock()
	g.mu.Lock() // want `groups.mu is acquired while users.mu is held since line 11, rights.mu under groups.mu on line 20, users.mu under rights.mu on line 27: goroutines that do one each wait for each other for ever`
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
	s.mu.Lock() // want `stock.mu is acquired while orders.mu is held since line 54, and the other way round on line 48 under that of line 46`
	s.n++
	s.mu.Unlock()
}
