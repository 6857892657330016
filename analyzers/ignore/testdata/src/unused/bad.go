package unused

import "time"

func bad() {
	//lifecyclelint:ignore goroutineleak/ticker-range -- was a ticker once // want `ignore directive for goroutineleak/ticker-range holds no finding back`
	work()
	work() //lifecyclelint:ignore goroutineleak/ticker-range,httptimeout -- was two things once // want `for goroutineleak/ticker-range, httptimeout holds`
}

func work() { time.Sleep(1) }
