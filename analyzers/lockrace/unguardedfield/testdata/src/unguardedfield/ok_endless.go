package unguardedfield

import "time"

// A setting is made before the loop runs, which reads it.
type Blinker struct {
	period time.Duration
	blinks int
	stop   bool
}

func (b *Blinker) SetPeriod(d time.Duration) { b.period = d }

func (b *Blinker) Blink() {
	for {
		time.Sleep(b.period)
	}
}

// The loop ends, and its caller asks for the result.
func (b *Blinker) BlinkTimes(n int) {
	for range n {
		b.blinks++
		time.Sleep(time.Second)
	}
}

func (b *Blinker) Blinks() int { return b.blinks }
