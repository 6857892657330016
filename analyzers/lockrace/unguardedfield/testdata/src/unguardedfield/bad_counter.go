package unguardedfield

var visitors int

// Each visitor is counted by a goroutine of its own.
func Admit(arrivals <-chan func()) {
	for visit := range arrivals {
		go func() {
			visitors++ // want `data race: visitors is written by goroutines that run concurrently, started at line 8, and no mutex guards it`
			visit()
		}()
	}
}
