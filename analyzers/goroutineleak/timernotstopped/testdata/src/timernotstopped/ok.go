package timernotstopped

import (
	"log"
	"time"
)

// Nothing keeps the timer: it is meant to run.
func remind(text string) {
	time.AfterFunc(time.Minute, func() { log.Print(text) })
}
