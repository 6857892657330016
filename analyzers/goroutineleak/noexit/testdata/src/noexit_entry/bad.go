package noexit_entry

import (
	"os"
	"time"
)

// Others than Main may start it as well.
func Watch(path string) {
	go watch(path)
}

func watch(path string) {
	for { // want `goroutine started at line \d+ cannot be stopped`
		_, _ = os.Stat(path)
		_ = os.WriteFile(path, nil, 0o644)
		time.Sleep(time.Minute)
	}
}
