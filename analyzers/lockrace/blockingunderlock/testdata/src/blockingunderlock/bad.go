package blockingunderlock

import "sync"

type worker struct {
	mu    sync.Mutex
	stop  chan struct{}
	done  chan struct{}
	count int
}

func (w *worker) Start() {
	w.stop, w.done = make(chan struct{}), make(chan struct{})
	go w.loop()
}

func (w *worker) loop() {
	defer close(w.done)
	for {
		select {
		case <-w.stop:
			return
		default:
		}
		w.mu.Lock()
		w.count++
		w.mu.Unlock()
	}
}

func (w *worker) Stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.stop)
	<-w.done // want `<-w\.done deadlocks: it blocks with w\.mu held since line \d+, and the goroutine that sends or closes at line \d+ acquires that lock first, at line \d+`
}

type pool struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	busy int
}

func (p *pool) Go(work func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		work()
		p.finish()
	}()
}

func (p *pool) finish() {
	p.mu.Lock()
	p.busy--
	p.mu.Unlock()
}

func (p *pool) Close() {
	p.mu.Lock()
	p.busy = 0
	p.wg.Wait() // want `p\.wg\.Wait\(\) deadlocks: it blocks with p\.mu held since line \d+, and the goroutine that calls Done at line \d+ acquires that lock first, at line \d+`
	p.mu.Unlock()
}

type feed struct {
	mu  sync.Mutex
	in  chan int
	sum int
}

func newFeed() *feed {
	f := &feed{in: make(chan int)}
	go f.run()
	return f
}

func (f *feed) run() {
	for n := range f.in {
		f.mu.Lock()
		f.sum += n
		f.mu.Unlock()
	}
}

func (f *feed) Add(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.in <- n // want `f\.in <- n deadlocks: it blocks with f\.mu held since line \d+, and the goroutine that receives at line \d+ acquires that lock first, at line \d+`
}

// What it sends is read under the lock.
func (f *feed) Repeat() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.in <- f.sum // want `f\.in <- f\.sum deadlocks: it blocks with f\.mu held since line \d+, and the goroutine that receives at line \d+ acquires that lock first, at line \d+`
}

func (f *feed) RepeatOnce() {
	f.mu.Lock()
	f.in <- f.sum // want `f\.in <- f\.sum deadlocks: it blocks with f\.mu held since line \d+, and the goroutine that receives at line \d+ acquires that lock first, at line \d+`
	f.mu.Unlock()
}
