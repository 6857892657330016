package stopoverwritten

import "time"

type rereadBlinker struct {
	stop  chan struct{}
	blink func()
}

// It waits for what is closed, unless it blinks at that moment.
func (b *rereadBlinker) run() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-b.stop: // want `the goroutine started at line 28 may miss its own end`
			return
		case <-ticker.C:
			b.blink()
		}
	}
}

func (b *rereadBlinker) restart() {
	close(b.stop)
	b.stop = make(chan struct{})

	go b.run()
}
