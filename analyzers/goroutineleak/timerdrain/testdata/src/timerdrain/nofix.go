package timerdrain

import (
	"log"
	"time"
)

// logged: what is received is used.
func logged(timer *time.Timer) {
	timer.Stop()
	log.Print(<-timer.C) // want `receive from timer.C blocks forever`
}

// other: the test decides about more than the drain.
func other(timer *time.Timer) {
	if timer.Stop() {
		log.Print("stopped")
		<-timer.C // want `Stop has returned true at line 16`
	}
}
