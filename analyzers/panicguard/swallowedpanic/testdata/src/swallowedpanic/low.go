package swallowedpanic

import "log"

// The comment says why it recovers, and not why nobody is told.
func ruled(rule func() error) error {
	// Similar to an HTTP server, we want to recover any panics from rules.
	defer func() {
		if r := recover(); r != nil { // want `the caller of ruled gets a nil error after a panic`
			log.Print("rule: ", r)
		}
	}()
	return rule()
}

// That the channel may be closed is known.
func trySend(ch chan<- string, s string) {
	defer func() { recover() }() // want `a panic of trySend is lost`
	ch <- s
}

// And so it is of one that may be closed already.
func closeOnce(ch chan struct{}) {
	defer func() { recover() }() // want `a panic of closeOnce is lost`
	close(ch)
}
