package main

import (
	"os"
	"runtime/pprof"
)

// It has not failed: the profile is what it was run for.
func profile(f *os.File, run func() bool) error {
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	if run() {
		os.Exit(0) // want `os\.Exit skips the deferred pprof\.StopCPUProfile \(line \d+\)`
	}
	return nil
}
