package expired

// The day itself still counts; the tests judge at 2026-11-20.
func good() {
	//lifecyclelint:ignore goroutineleak/ticker-range until=2026-11-20 -- until the rewrite
	work()
}

// There is no date.
func always() {
	//lifecyclelint:ignore goroutineleak/ticker-range -- lives as long as the process
	work()
}
