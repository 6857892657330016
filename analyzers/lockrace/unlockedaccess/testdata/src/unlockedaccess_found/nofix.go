package unlockedaccess_found

func (s *store) all() []*job {
	s.mu.RLock()
	defer s.mu.RUnlock()
	list := make([]*job, 0, len(s.jobs))
	for _, j := range s.jobs {
		list = append(list, j)
	}
	return list
}

// Done has it from a slice of what was found.
func (s *store) Done() (n int) {
	for _, j := range s.all() {
		if finished(j) {
			n++
		}
	}
	return n
}

func finished(j *job) bool {
	return j.state == "done" // want `data race with .*bad\.go:\d+, which holds store\.mu: j\.state is read after its release, and j was found under it at line \d+`
}
