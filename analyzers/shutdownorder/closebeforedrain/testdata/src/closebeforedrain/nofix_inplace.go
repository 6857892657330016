package closebeforedrain

import "sync"

// The goroutine that sends ends before the method that starts it returns: what is left is that callers may call both
// methods at the same time.
type workers struct {
	tasks      chan func()
	stop, done chan struct{}
	stopper    sync.Once
}

func newWorkers() *workers {
	w := &workers{tasks: make(chan func()), stop: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(w.done)
		for {
			select {
			case <-w.stop:
				return
			case task, more := <-w.tasks:
				if !more {
					return
				}
				task()
			}
		}
	}()
	return w
}

func (w *workers) Do(fn func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		select { // want `send on closed channel panics after calls of Do and Wait`
		case <-w.done:
		case w.tasks <- fn:
		}
	}()
	wg.Wait()
}

func (w *workers) Stop() { w.stopper.Do(func() { close(w.stop) }) }

func (w *workers) Wait() {
	close(w.tasks)
	<-w.done
}
