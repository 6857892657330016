package tickerrange

import (
	"io"
	"sync"
	"time"
)

// attend ends the goroutine by another case.
func attend(r io.Reader, blink func() error) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-ticker.C:
				blink()
			case <-done:
				return
			}
		}
	}()
	io.Copy(io.Discard, r)
}

// await stops the ticker after the goroutine has returned.
func await(blink func() error) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range ticker.C {
			if blink() != nil {
				return
			}
		}
	}()
	wg.Wait()
}

// own stops it in the goroutine itself.
func own(blink func() error) {
	ticker := time.NewTicker(time.Second)
	go func() {
		defer ticker.Stop()
		for range ticker.C {
			if blink() != nil {
				return
			}
		}
	}()
}

type metronome struct{ ticks *time.Ticker }

// pause and resume stop the ticker for a while.
func (m *metronome) pause()  { m.ticks.Stop() }
func (m *metronome) resume() { m.ticks.Reset(time.Second) }

func (m *metronome) start(beat func() error) {
	go func() {
		for range m.ticks.C {
			if beat() != nil {
				return
			}
		}
	}()
}
