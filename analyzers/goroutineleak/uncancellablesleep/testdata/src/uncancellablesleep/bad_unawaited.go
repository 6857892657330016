package uncancellablesleep

import "time"

// Nothing waits for the goroutine; the next one starts meanwhile.
func produceSlowly(feed chan<- int, next func() (int, bool)) (stop func()) {
	closed := make(chan struct{})
	go func() {
		for {
			select {
			case <-closed:
				return
			default:
			}
			if n, ok := next(); ok {
				feed <- n
			}
			time.Sleep(time.Minute) // want `the end of the goroutine started at line 8 is delayed by time.Sleep in the loop at line 9`
		}
	}()
	return func() { close(closed) }
}

func restartSlowly(feed chan<- int, next func() (int, bool), changed <-chan struct{}) {
	for range changed {
		stop := produceSlowly(feed, next)
		<-changed
		stop()
	}
}
