package unlockedaccess

import "sync"

var (
	gaugesMu     sync.Mutex
	gaugesByName map[string]int
	calls        = make(map[string]int)
)

// Gauge returns a gauge, and makes it if need be.
func Gauge(name string) int {
	gaugesMu.Lock()
	defer gaugesMu.Unlock()
	if gaugesByName == nil {
		gaugesByName = make(map[string]int)
	}
	calls[name]++
	return gaugesByName[name]
}

// SetGauge sets a gauge.
func SetGauge(name string, n int) {
	gaugesMu.Lock()
	defer gaugesMu.Unlock()
	if gaugesByName == nil {
		gaugesByName = make(map[string]int)
	}
	calls[name]++
	gaugesByName[name] = n
}

// ClearGauges forgets all gauges, useful for testing.
func ClearGauges() {
	gaugesByName = nil // want `data race with line \d+: gaugesByName is written without gaugesMu`
}

// CallsOf returns how often a gauge was asked for.
// Only available during unit tests
func CallsOf(name string) int {
	return calls[name] // want `data race with line \d+: calls is read without gaugesMu`
}
