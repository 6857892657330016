package tickerrange

import (
	"io"
	"time"
)

type buoy struct {
	every time.Duration
	beat  *time.Ticker
	sunk  bool
}

// listen stops its ticker when it returns, and leaves the goroutine in the receive.
func (b *buoy) listen(r io.Reader, blink func() error) error {
	ticker := time.NewTicker(b.every)
	defer ticker.Stop()
	go func() {
		for {
			<-ticker.C // want `goroutine started at line 18 is leaked: after ticker.Stop\(\) \(line 17\) it waits for ticker.C, which neither delivers nor is closed`
			if blink() != nil {
				return
			}
		}
	}()
	_, err := io.Copy(io.Discard, r)
	return err
}

// hear does so with a range, in a function that is passed the ticker.
func (b *buoy) hear(r io.Reader, blink func() error) error {
	ticker := time.NewTicker(b.every)
	go blinks(ticker, blink)
	_, err := io.Copy(io.Discard, r)
	ticker.Stop()
	return err
}

func blinks(t *time.Ticker, blink func() error) {
	for range t.C { // want `goroutine started at line 33 is leaked: after ticker.Stop\(\) \(line 35\) it waits for t.C, which neither delivers nor is closed`
		if blink() != nil {
			return
		}
	}
}

func newBuoy(every time.Duration) *buoy {
	b := &buoy{every: every, beat: time.NewTicker(every)}
	go b.run()
	return b
}

// run looks at its flag only after a tick.
func (b *buoy) run() {
	for range b.beat.C { // want `goroutine started at line 49 is leaked: after b.beat.Stop\(\) \(line 64\) it waits for b.beat.C, which neither delivers nor is closed`
		if b.sunk {
			return
		}
	}
}

func (b *buoy) Sink() {
	b.sunk = true
	b.beat.Stop()
}

// warn stops a timer, which leaves its goroutine waiting.
func warn(r io.Reader, alarm func()) {
	timer := time.NewTimer(time.Minute)
	go func() {
		<-timer.C // want `goroutine started at line 70 is leaked: after timer.Stop\(\) \(line 75\) it waits for timer.C, which neither delivers nor is closed`
		alarm()
	}()
	io.Copy(io.Discard, r)
	timer.Stop()
}
