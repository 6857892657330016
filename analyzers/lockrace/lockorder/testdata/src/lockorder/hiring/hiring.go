// Package hiring has two parts that know each other by interfaces, and call each other without their locks.
package hiring

import "sync"

// Asker is asked under the lock of Rota.
type Asker interface{ Free(name string) bool }

// Rota has the shifts.
type Rota struct {
	staff Asker

	mu     sync.Mutex
	shifts map[string]string
}

func NewRota(staff Asker) *Rota { return &Rota{staff: staff, shifts: make(map[string]string)} }

func (r *Rota) Assign(shift, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.staff.Free(name) {
		r.shifts[shift] = name
	}
}

func (r *Rota) Clear(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for shift, by := range r.shifts {
		if by == name {
			delete(r.shifts, shift)
		}
	}
}

// Clearer clears the shifts of one that leaves.
type Clearer interface{ Clear(name string) }

// Staff calls it after the release of its lock.
type Staff struct {
	mu   sync.Mutex
	free map[string]bool
	rota Clearer
}

func NewStaff() *Staff { return &Staff{free: make(map[string]bool)} }

func (s *Staff) SetRota(rota Clearer) { s.rota = rota }

func (s *Staff) Free(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.free[name]
}

func (s *Staff) Leave(name string) {
	s.mu.Lock()
	delete(s.free, name)
	s.mu.Unlock()
	s.rota.Clear(name)
}
