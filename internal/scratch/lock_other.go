//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package scratch

import (
	"os"
	"time"
)

// abandoned is the age at which a directory has no owner, where there are no locks
// that end with their process. No run takes as long.
const abandoned = 48 * time.Hour

// tryLock reports whether a file is new, and then held by its maker, or old enough to have
// no owner.
func tryLock(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && (info.Size() == 0 && claim(f) || time.Since(info.ModTime()) > abandoned)
}

func claim(f *os.File) bool {
	_, err := f.WriteString("locked\n")
	return err == nil
}

// removeLocked removes a file, which must not be open on Windows.
func removeLocked(name string, held *os.File) error {
	held.Close()
	return os.Remove(name)
}
