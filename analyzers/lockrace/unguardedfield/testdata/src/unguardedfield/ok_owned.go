package unguardedfield

import "sync"

// A wheel is protected by the lock of what has it.
type wheel struct {
	slots []int
	at    int
}

func (w *wheel) add(v int) { w.slots = append(w.slots, v) }

func (w *wheel) next() int {
	if w.at == len(w.slots) {
		w.at = 0
	}
	w.at++
	return w.slots[w.at-1]
}

type lockedWheel struct {
	mu sync.Mutex
	w  *wheel
}

func (l *lockedWheel) Add(v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w.add(v)
}

func (l *lockedWheel) Next() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.next()
}

func (l *lockedWheel) run(events <-chan int) {
	go func() {
		for v := range events {
			l.Add(v)
		}
	}()
	go func() {
		for range events {
			_ = l.Next()
		}
	}()
}
