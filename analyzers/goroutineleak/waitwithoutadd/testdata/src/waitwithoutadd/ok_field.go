package waitwithoutadd

import "sync"

type feeder struct {
	wg sync.WaitGroup
	in chan func()
}

func (r *feeder) Start() { go r.run() }

// Safe: what it adds is for the goroutine that it starts, which takes it back in a method.
func (r *feeder) run() {
	for f := range r.in {
		r.wg.Add(1)
		go func() {
			f()
			r.finish()
		}()
	}
}

func (r *feeder) finish() { r.wg.Done() }

func (r *feeder) Stop() {
	close(r.in)
	r.wg.Wait()
}
