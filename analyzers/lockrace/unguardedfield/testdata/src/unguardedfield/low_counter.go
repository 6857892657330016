package unguardedfield

var latest int

// The value of one goroutine takes the place of that of another one.
func Note(arrivals <-chan int) {
	for n := range arrivals {
		go func() {
			latest = n // want `data race: latest is written by goroutines that run concurrently, started at line 8, and no mutex guards it`
		}()
	}
}
