// Package testhook lets lifecycletest reach what package lifecycle does not
// export: a signal for one server, and a new process-wide default.
package testhook

import "os"

// Set by package lifecycle.
var (
	// Signal notifies the *lifecycle.Server that sig has arrived.
	Signal func(server any, sig os.Signal)
	// Renew replaces the process-wide default by a new one and returns the
	// function that puts the old one back.
	Renew func() (restore func())
	// RenewStopped replaces the process-wide default if it has stopped.
	RenewStopped func()
)
