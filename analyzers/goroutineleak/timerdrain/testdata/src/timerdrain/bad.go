package timerdrain

import "time"

// wait returns after d, or when done is closed.
func wait(done <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer func() {
		if timer.Stop() {
			<-timer.C // want `receive from timer.C blocks forever: Stop has returned true at line 9, so that the timer does not fire`
		}
	}()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

type batch struct {
	flush *time.Timer
	every time.Duration
	in    chan int
	items []int
}

// stop: no value comes after a Stop that was in time, and since Go 1.23 none after any other.
func (b *batch) stop() {
	b.flush.Stop()
	<-b.flush.C // want `receive from b.flush.C blocks forever: since Go 1.23 no value is left in the channel after Stop, which is called at line 30`
}

// restart: with a condition beside it, and the result in a variable.
func (b *batch) restart() {
	if b.flush != nil && b.flush.Stop() {
		<-b.flush.C // want `Stop has returned true at line 36`
	}
	b.flush.Reset(b.every)
}

// run: the pass that has received from the timer drains it once more.
func (b *batch) run(done <-chan struct{}) {
	timer := time.NewTimer(b.every)
	for {
		select {
		case <-done:
			return
		case n := <-b.in:
			b.items = append(b.items, n)
		case <-timer.C:
			b.items = nil
		}
		if !timer.Stop() {
			<-timer.C // want `receive from timer.C blocks forever: the only value was received at line 51, and Stop then returns false`
		}
		timer.Reset(b.every)
	}
}

// twice: one after the other.
func twice(d time.Duration) {
	timer := time.NewTimer(d)
	<-timer.C
	if !timer.Stop() {
		<-timer.C // want `the only value was received at line 64`
	}
	timer.Reset(d)
	<-timer.C
}

// top: the next pass drains before it starts the timer again.
func top(in <-chan int, d time.Duration) int {
	timer := time.NewTimer(d)
	for {
		if !timer.Stop() {
			<-timer.C // want `the only value was received at line 81`
		}
		timer.Reset(d)
		select {
		case <-timer.C:
		case n, ok := <-in:
			if !ok {
				return n
			}
		}
	}
}
