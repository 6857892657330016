package swallowedpanic

import "log"

// The comment says why it recovers, and not why nobody is told.
func ruled(rule func() error) error {
	// Similar to an HTTP server, we want to recover any panics from rules.
	defer func() {
		if r := recover(); r != nil { // want `a panic in ruled ends here with a nil error, because it has no name to set it by`
			log.Print("rule: ", r)
		}
	}()
	return rule()
}
