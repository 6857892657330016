package noexit

import "io"

// Waits for nothing at all.
func idle(conn io.Closer) {
	go func() {
		defer conn.Close()
		select {} // want `goroutine started at line \d+ is leaked: it blocks in select \{\}, and its deferred calls never run \(goroutineleak/no-exit\)`
	}()
}
