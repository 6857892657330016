package closebeforedrain

import "sync"

// The goroutine that sends ends before the method that starts it returns: what is left is that callers may call both
// methods at the same time.
type workers struct {
	tasks chan func()
	done  chan struct{}
}

func (w *workers) Do(fn func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		select {
		case <-w.done:
		case w.tasks <- fn: // want `send on closed channel panics after calls of Do and Wait`
		}
	}()
	wg.Wait()
}

func (w *workers) Wait() {
	close(w.tasks)
	<-w.done
}
