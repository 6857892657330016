package durationunit

import "time"

// Options are for other packages, one of which may multiply.
type Options struct {
	Wait time.Duration
}

func Defaults() Options {
	return Options{Wait: 15} // want `the duration 15 is 15ns: it has no unit, and ends immediately`
}
