package unguardedfield

import "sync"

var (
	theGauge    *auditor
	onceGauge   sync.Once
	lockedGauge *auditor
	gaugeMu     sync.Mutex
)

// Gauge is made onceGauge.
func Gauge() *auditor {
	onceGauge.Do(func() { theGauge = newAuditor() })
	return theGauge
}

func Guarded() *auditor {
	gaugeMu.Lock()
	defer gaugeMu.Unlock()
	if lockedGauge == nil {
		lockedGauge = newAuditor()
	}
	return lockedGauge
}
