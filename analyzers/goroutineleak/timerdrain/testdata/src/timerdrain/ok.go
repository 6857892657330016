package timerdrain

import "time"

// drained: the value of a timer that has fired is taken out, which Go needed before 1.23. Since then Stop
// returns true there.
func drained(timer *time.Timer, d time.Duration) {
	if !timer.Stop() {
		<-timer.C
	}
	timer.Reset(d)
}

// nonBlocking: the receive does not wait.
func nonBlocking(timer *time.Timer) {
	timer.Stop()
	select {
	case <-timer.C:
	default:
	}
}

// started: the timer runs again.
func started(timer *time.Timer, d time.Duration) {
	timer.Stop()
	timer.Reset(d)
	<-timer.C
}

// startedInside: a Stop that was in time, and a start.
func startedInside(timer *time.Timer, d time.Duration) {
	if timer.Stop() {
		timer.Reset(d)
		<-timer.C
	}
}

// remembered: a flag says that the value has been received.
func remembered(in <-chan int, d time.Duration) {
	timer := time.NewTimer(d)
	for {
		fired := false
		select {
		case <-timer.C:
			fired = true
		case <-in:
		}
		if !fired && !timer.Stop() {
			<-timer.C
		}
		timer.Reset(d)
	}
}

// onlyOtherCase: the drain is in the case that has not received from the timer.
func onlyOtherCase(in <-chan int, d time.Duration) {
	timer := time.NewTimer(d)
	for {
		select {
		case <-timer.C:
			timer.Reset(d)
		case <-in:
			if !timer.Stop() {
				<-timer.C
			}
			timer.Reset(d)
		}
	}
}

// two: another timer is stopped.
func two(idle, limit *time.Timer) {
	idle.Stop()
	<-limit.C
}

// fresh: the variable has another timer.
func fresh(b *batch) {
	b.flush.Stop()
	b.flush = time.NewTimer(b.every)
	<-b.flush.C
}

func (b *batch) arm() { b.flush.Reset(b.every) }

// armed: a method starts the timer.
func (b *batch) armed() {
	b.flush.Stop()
	b.arm()
	<-b.flush.C
}

// inClosure: a function literal starts the timer.
func inClosure(d time.Duration) {
	timer := time.NewTimer(d)
	again := func() { timer.Reset(d) }
	timer.Stop()
	again()
	<-timer.C
}

// ticks: a ticker is no timer.
func ticks(ticker *time.Ticker) {
	ticker.Reset(time.Second)
	<-ticker.C
}

// anew: each pass has a timer of its own.
func anew(in <-chan int, d time.Duration, late bool) {
	var timer *time.Timer
	for {
		if !late {
			timer = time.NewTimer(d)
		}
		work()
		if late {
			timer = time.NewTimer(d)
		}
		select {
		case <-in:
			if !timer.Stop() {
				<-timer.C
			}
			return
		case <-timer.C:
		}
	}
}

func work() {}
