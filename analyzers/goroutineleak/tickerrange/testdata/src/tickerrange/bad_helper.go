package tickerrange

import (
	"os"
	"time"
)

func helperTicks(every time.Duration) <-chan time.Time { return time.NewTicker(every).C }

// What the helper returns is the channel of a ticker.
func (s *helperSaver) Start() {
	go func() {
		for range helperTicks(time.Minute) { // want `goroutine started at line 12 cannot be stopped: it ranges over helperTicks\(time.Minute\), which Stop does not close`
			_ = os.WriteFile(s.path, nil, 0o600)
		}
	}()
}

type helperSaver struct{ path string }
