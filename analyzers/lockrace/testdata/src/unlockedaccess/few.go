package unlockedaccess

func (r *results) Lines() []string { return r.lines } // want `r.lines is read without r.mu, which 4 of 5 accesses hold: it races with`
