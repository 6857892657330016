package unlockedaccess_any

// What is called may need the lock, so the loop gets a copy.
func (r *callers) Each(fn func(string)) {
	for name := range r.names { // want `r.names is read without r.mu`
		fn(name)
	}
}
