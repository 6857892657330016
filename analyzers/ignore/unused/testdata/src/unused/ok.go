package unused

import "time"

// It holds a finding back.
func good(t *time.Ticker) {
	go func() {
		//lifecyclelint:ignore goroutineleak/ticker-range -- lives as long as the process
		for range t.C {
			work()
		}
	}()
}

// golangci-lint reports its own.
func nolint() {
	work() //nolint:lifecyclelint
}
