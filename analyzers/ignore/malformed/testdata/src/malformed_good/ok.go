package malformed

// Each directive of the page, in a form that takes effect.
func bad() {
	//lifecyclelint:ignore goroutineleak/ticker-range -- runs until the process exits
	work()
	//lifecyclelint:ignore httptimeout -- the server is on loopback
	work()
	//lifecyclelint:ignore goroutineleak/ticker-range -- holds no resource
	work()
	work() //lifecyclelint:ignore goroutineleak/ticker-range until=2999-01-31 -- later
	//lifecyclelint:ignore goroutineleak/ticker-range -- without a space
	work()
}

func work() {}
