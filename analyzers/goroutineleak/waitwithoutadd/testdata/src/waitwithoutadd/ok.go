package waitwithoutadd

import (
	"log"
	"os"
	"sync"
)

// Counted before it starts, and given back on every path.
func counted(jobs []string) {
	var wg sync.WaitGroup
	for _, job := range jobs {
		wg.Go(func() { handle(job) })
	}
	wg.Wait()
}

func classic(jobs []string) {
	var wg sync.WaitGroup
	wg.Add(len(jobs))
	for _, job := range jobs {
		go func() {
			defer wg.Done()
			if job == "" {
				return
			}
			handle(job)
		}()
	}
	wg.Wait()
}

// The group is passed on: who knows what is added there.
func elsewhere(start func(*sync.WaitGroup)) {
	var wg sync.WaitGroup
	start(&wg)
	wg.Wait()
}

// Done is a method value here.
func callback(run func(done func())) {
	var wg sync.WaitGroup
	wg.Add(1)
	run(wg.Done)
	wg.Wait()
}

// Other packages can name the field.
type Exported struct{ Workers sync.WaitGroup }

func (e *Exported) Stop() { e.Workers.Wait() }

// Embedded: Add is called on the struct.
type tasks struct{ sync.WaitGroup }

func (t *tasks) run() {
	t.Add(1)
	go func() {
		defer t.Done()
		handle("x")
	}()
	t.Wait()
}

// A pointer from elsewhere.
func alias(outer *sync.WaitGroup) {
	wg := outer
	wg.Wait()
}

// An Add of a negative number takes back.
func negative() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		handle("x")
		wg.Add(-2)
	}()
	wg.Wait()
}

// The goroutine holds its own count while it adds for its child.
func nested(depth int) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		wg.Add(1)
		go func() {
			defer wg.Done()
			handle("child")
		}()
	}()
	wg.Wait()
}

type walker struct{ wg sync.WaitGroup }

func (w *walker) start() {
	w.wg.Add(1)
	go w.walk(3)
	w.wg.Wait()
}

func (w *walker) walk(depth int) {
	defer w.wg.Done()
	for range depth {
		w.wg.Add(1)
		go w.walk(depth - 1)
	}
}

// Called without go as well, where the Add is in time.
type both struct{ wg sync.WaitGroup }

func (b *both) run() {
	b.wg.Add(1)
	defer b.wg.Done()
}

func (b *both) start() {
	b.run()
	go b.run()
}

func (b *both) stop() { b.wg.Wait() }

// The count belongs to work inside the goroutine, which waits for it itself.
func inner() {
	go func() {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() { defer wg.Done() }()
		wg.Wait()
	}()
}

// Counted under the same condition.
func conditional(track bool) {
	var wg sync.WaitGroup
	if track {
		wg.Add(1)
	}
	go func() {
		handle("x")
		if track {
			wg.Done()
		}
	}()
	wg.Wait()
}

// Every return has its Done.
func each(load func() error) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		if err := load(); err != nil {
			log.Print(err)
			wg.Done()
			return
		}
		handle("x")
		wg.Done()
	}()
	wg.Wait()
}

// The process ends there.
func exits(load func() error) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		if load() != nil {
			os.Exit(1)
		}
		wg.Done()
	}()
	wg.Wait()
}

// The second Add is for another goroutine; the first was in time.
func two() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { defer wg.Done() }()
	wg.Add(1)
	go func() { defer wg.Done() }()
	wg.Wait()
}

// Deferred in a literal.
func deferred(load func() error) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer func() {
			recover()
			wg.Done()
		}()
		if load() != nil {
			return
		}
	}()
	wg.Wait()
}

// The Add is for what start runs; Done is only for when it fails.
func handsOn(start func(func()) bool) {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1)
		if !start(func() { defer wg.Done() }) {
			wg.Done()
		}
	}()
	wg.Wait()
}

// Counted in each round, waited for in each round.
func inBatches(batches [][]string) {
	var wg sync.WaitGroup
	for _, batch := range batches {
		wg.Add(len(batch))
		for _, job := range batch {
			go func() {
				defer wg.Done()
				handle(job)
			}()
		}
		wg.Wait()
	}
}

// Started before, waited for in a loop that does something else.
func twice(jobs []string) {
	var wg sync.WaitGroup
	wg.Add(len(jobs))
	for _, job := range jobs {
		go func() {
			defer wg.Done()
			handle(job)
		}()
	}
	for range 2 {
		wg.Wait()
	}
}

// Done is an Add, too: what others give it may be negative.
type bounded struct {
	wg sync.WaitGroup
	ch chan struct{}
}

func (b *bounded) Add(delta int) {
	for range delta {
		b.ch <- struct{}{}
	}
	for range -delta {
		<-b.ch
	}
	b.wg.Add(delta)
}

func (b *bounded) Done() { b.Add(-1) }

func (b *bounded) Wait() { b.wg.Wait() }

// The channel is taken away under the lock before anybody waits.
type target struct {
	wg sync.WaitGroup
	mu sync.RWMutex
	in chan int
}

func (t *target) start() { go t.run() }

func (t *target) run() {
	t.mu.RLock()
	in := t.in
	if in != nil {
		t.wg.Add(1)
		defer t.wg.Done()
	}
	t.mu.RUnlock()
	for n := range in {
		log.Print(n)
	}
}

func (t *target) cancel() {
	t.mu.Lock()
	close(t.in)
	t.in = nil
	t.mu.Unlock()
	t.wg.Wait()
}

// Another linter has been told about it.
func told() {
	var wg sync.WaitGroup
	go func() {
		wg.Add(1) //nolint:staticcheck // nobody waits before it has begun
		handle("")
		wg.Done()
	}()
	wg.Wait()
}

// Nobody ends, and that is what the wait is for.
func serveAll(conns []chan string, in <-chan string) {
	var wg sync.WaitGroup
	go relay(in)
	wg.Add(len(conns))
	for _, conn := range conns {
		go func() {
			defer handle("")
			for {
				select {
				case name := <-conn:
					handle(name)
				}
			}
		}()
	}
	wg.Wait()
}

func relay(in <-chan string) {
	if in == nil {
		return
	}
	for {
		handle(<-in)
	}
}
