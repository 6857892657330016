package noexit

import "io"

// Waits for nothing at all.
func idle(conn io.Closer) {
	go func() {
		defer conn.Close()
		select {} // want `goroutine started at line 7 waits in select \{\} for ever: nothing can stop it, and what it deferred never runs \(goroutineleak/no-exit\)`
	}()
}
