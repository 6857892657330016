package unlockedaccess

func (r *results) Lines() []string { return r.lines } // want `data race with \S*ok\.go:\d+: r\.lines is read without r\.mu, which 4 of 5 accesses hold`
