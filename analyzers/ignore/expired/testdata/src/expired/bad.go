package expired

func bad() {
	//lifecyclelint:ignore goroutineleak/ticker-range until=2020-01-31 -- until the rewrite // want `ignore directive expired on 2020-01-31 and suppresses nothing`
	work()
	work() //lifecyclelint:ignore goroutineleak until=2026-11-19 -- until the rewrite // want `expired on 2026-11-19`
}

func work() {}
