package lostbatch

import "time"

// What is passed on stays in memory.
type window struct {
	seen  []record
	stop  chan struct{}
	count map[record]int
}

func (w *window) see(r record) { w.seen = append(w.seen, r) }

func (w *window) run(tick <-chan time.Time) {
	for {
		select {
		case <-tick:
			w.slide()
		case <-w.stop:
			return // want `what w.seen has collected is lost: the loop ends here without w.slide\(\)`
		}
	}
}

func (w *window) slide() {
	for _, r := range w.seen {
		w.count[r]++
	}
	w.seen = nil
}
