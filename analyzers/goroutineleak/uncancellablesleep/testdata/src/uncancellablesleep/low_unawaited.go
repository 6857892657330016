package uncancellablesleep

import "time"

// Nothing waits for the goroutine, which ends a second late.
func produce(feed chan<- int, next func() (int, bool)) (stop func()) {
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
			time.Sleep(time.Second) // want `the end of the goroutine started at line 8 is delayed by time.Sleep in the loop at line 9`
		}
	}()
	return func() { close(closed) }
}

func restart(feed chan<- int, next func() (int, bool), changed <-chan struct{}) {
	for range changed {
		stop := produce(feed, next)
		<-changed
		stop()
	}
}
