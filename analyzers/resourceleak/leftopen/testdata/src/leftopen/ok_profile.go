package leftopen

import (
	"os"
	"runtime/pprof"
)

// The profile is written until it is stopped.
func startProfile(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		f.Close()
		return err
	}
	return nil
}
