package unlockedaccess

func (it *iterator) Next() string {
	if it.at > 100 { // want `it.at is read without it.mu`
		return ""
	}
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.closed {
		return ""
	}
	line := it.line()
	if it.at%10 == 0 {
		line += it.line()
	}
	it.at++
	return line
}

// Configure is typically called once at process startup.
func Configure(names []string) (sum int) {
	for _, name := range names {
		Register(name)
		sum += scopes[name] // want `scopes is read without scopesMu`
	}
	return sum
}

// One flag among what the lock is there for.
func (l *accessLog) Request(line string) {
	if l.enabled { // want `l.enabled is read without l.mu`
		l.Add(line)
	}
}
