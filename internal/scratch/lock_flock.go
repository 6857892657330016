//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package scratch

import (
	"os"
	"syscall"
)

// tryLock locks a file for as long as it is open in this process, and reports false if
// it is locked already.
func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// removeLocked removes a file that this process has locked.
func removeLocked(name string, _ *os.File) error { return os.Remove(name) }
