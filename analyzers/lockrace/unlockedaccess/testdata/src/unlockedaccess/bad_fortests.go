package unlockedaccess

import "sync"

var (
	dialsMu sync.Mutex
	dials   map[string]int
)

// Dial returns a dial.
func Dial(name string) int {
	dialsMu.Lock()
	defer dialsMu.Unlock()
	if dials == nil {
		dials = make(map[string]int)
	}
	return dials[name]
}

// SetDial sets a dial.
func SetDial(name string, n int) {
	dialsMu.Lock()
	defer dialsMu.Unlock()
	if dials == nil {
		dials = make(map[string]int)
	}
	dials[name] = n
}

// ClearDials forgets all dials, which is useful for testing as well. Other code calls it.
func ClearDials() {
	dials = nil // want `data race with line \d+: dials is written without dialsMu`
}

// Reload sets all dials anew.
func Reload(names []string) {
	ClearDials()
	for i, name := range names {
		SetDial(name, i)
	}
}

// ForgetDials tests nothing, and forgets all dials.
func ForgetDials() {
	dials = nil // want `data race with line \d+: dials is written without dialsMu`
}
