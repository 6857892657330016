package closebeforedrain

type end struct {
	in  <-chan int
	out chan<- int
}

// The two ends of a pipe: what CloseSend closes is what the other one
// receives from.
func newPipe(serve func(*end)) *end {
	there, back := make(chan int), make(chan int, 1)
	near, far := &end{in: back, out: there}, &end{in: there, out: back}
	go func() {
		serve(far)
		far.out <- 0
	}()
	return near
}

func (e *end) CloseSend() { close(e.out) } // want `send on closed channel panics: close\(e\.out\) does not wait for the goroutine started at line \d+, which sends at line \d+`
