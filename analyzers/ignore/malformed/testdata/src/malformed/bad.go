package malformed

func bad() {
	//lifecyclelint:ignore goroutineleak/ticker-range // want `ignore directive has no effect: it gives no reason`
	work()
	//lifecyclelint:ignore -- no check at all, want a name // want `it names no check`
	work()
	//lifecyclelint:ignore goroutineleak/tickr-range -- misspelt // want `ignore directive has no effect: there is no check "goroutineleak/tickr-range"`
	work()
	work() //lifecyclelint:ignore goroutineleak/ticker-range until=tomorrow -- later // want `until=tomorrow is not a date`
	// lifecyclelint:ignore goroutineleak/ticker-range -- spaced // want `a blank follows the slashes: write //lifecyclelint:ignore`
	work()
}

func work() {}
