package unlockedaccess_any

import "sync"

// What is handed on is called by several goroutines, or it would need no lock.
func transfers(report func(string, int)) func(kind, name string, n int) {
	var mu sync.Mutex
	sizes := make(map[string]int)
	return func(kind, name string, n int) {
		switch kind {
		case "size":
			sizes[name] = n // want `data race: sizes is written without mu, which is held for it at line \d+; the function literal at line \d+ is called by other goroutines, and runs at the same time`
		case "done":
			mu.Lock()
			report(name, sizes[name]-n)
			mu.Unlock()
		}
	}
}

// Both hold it.
func counting(report func(int)) (add func(), show func()) {
	var mu sync.Mutex
	n := 0
	return func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		}, func() {
			mu.Lock()
			defer mu.Unlock()
			report(n)
		}
}
