package unused

import "time"

func bad() {
	//lifecyclelint:ignore goroutineleak/ticker-range -- was a ticker once // want `ignore directive for goroutineleak/ticker-range suppresses no finding`
	work()
	work() //lifecyclelint:ignore goroutineleak/ticker-range,httptimeout -- was two things once // want `for goroutineleak/ticker-range, httptimeout suppresses`
}

func work() { time.Sleep(1) }
