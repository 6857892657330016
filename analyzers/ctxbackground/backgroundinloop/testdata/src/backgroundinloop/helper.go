package backgroundinloop

import (
	"context"
	"log"
	"time"
)

func safely(f func()) {
	go func() {
		defer func() {
			if r := recover(); r != nil {
				log.Print(r)
			}
		}()
		f()
	}()
}

// A helper starts the goroutine.
func collectSafely(s store, stop chan struct{}) {
	safely(func() {
		ticker := time.NewTicker(time.Minute)
		defer ticker.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ticker.C:
				s.Collect(context.Background()) // want `shutdown cannot cancel s\.Collect, in the loop at line \d+ of the goroutine started at line \d+`
			}
		}
	})
}
