package malformed

// It names a check and gives a reason.
func good() {
	//lifecyclelint:ignore goroutineleak/ticker-range -- lives as long as the process
	work()
}

// golangci-lint watches over its own form.
func nolint() {
	work() //nolint:lifecyclelint
}
