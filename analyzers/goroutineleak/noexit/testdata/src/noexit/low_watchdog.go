package noexit

import (
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"noexit/clock"
)

// It tells the service manager that the process lives, and does so while it lives.
func tellManager(every time.Duration) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			daemon.SdNotify(false, daemon.SdNotifyWatchdog)
			time.Sleep(every / 2)
		}
	}()
}

func tellManagerOnTime(every time.Duration) {
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			daemon.SdNotify(false, daemon.SdNotifyWatchdog)
			clock.Sleep(every / 2)
		}
	}()
}
