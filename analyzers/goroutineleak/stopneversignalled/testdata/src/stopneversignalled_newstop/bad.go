package stopneversignalled_newstop

import "time"

// A Ledger is made by importers, and has no method that ends its goroutine.
type Ledger struct {
	rows map[string]time.Time
	quit chan struct{}
}

func NewLedger() *Ledger {
	l := &Ledger{rows: make(map[string]time.Time), quit: make(chan struct{})}
	go l.sweep()
	return l
}

func (l *Ledger) sweep() {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			clear(l.rows)
		case <-l.quit: // want `nothing closes l.quit|never`
			return
		}
	}
}
