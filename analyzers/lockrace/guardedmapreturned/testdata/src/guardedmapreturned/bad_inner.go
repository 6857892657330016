package guardedmapreturned

import "sync"

// Fares are the prices of the rows for each show.
type Fares struct {
	mu     sync.RWMutex
	prices map[string]map[int]int
}

// Price sets a price.
func (f *Fares) Price(show string, row, cents int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.prices[show][row] = cents
}

// Prices returns the prices of a show.
func (f *Fares) Prices(show string) map[int]int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	prices := f.prices[show] // want `concurrent map access ends the process: f.prices\[show\] is returned, .*`
	return prices
}
