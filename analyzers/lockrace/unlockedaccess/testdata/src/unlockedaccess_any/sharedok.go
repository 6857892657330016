package unlockedaccess_any

import (
	"context"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Before the goroutines, and after the wait for them.
func sumWell(work func() int) int {
	var mu sync.Mutex
	total := 0
	total++
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n := work()
			mu.Lock()
			defer mu.Unlock()
			total += n
		}()
	}
	wg.Wait()
	total++
	return total
}

// One variable each, an element each.
func each(work func() int) []int {
	var mu sync.Mutex
	results, sum := make([]int, 10), 0
	var wg sync.WaitGroup
	for i := range 10 {
		mine := 0
		wg.Add(1)
		go func() {
			defer wg.Done()
			mine = work()
			mine++
			results[i] = mine
			mu.Lock()
			sum += mine
			mu.Unlock()
		}()
	}
	wg.Wait()
	return append(results, sum)
}

// The channel orders the two.
func handOver(work func() int) int {
	var mu sync.Mutex
	n, ready := 0, make(chan struct{})
	go func() {
		mu.Lock()
		n = work()
		mu.Unlock()
		close(ready)
	}()
	<-ready
	return n
}

// A helper waits.
type batch struct{ wg sync.WaitGroup }

func (b *batch) join() { b.wg.Wait() }

func helped(work func() int) int {
	var b batch
	var mu sync.Mutex
	n := 0
	b.wg.Add(1)
	go func() {
		defer b.wg.Done()
		mu.Lock()
		n += work()
		mu.Unlock()
	}()
	b.join()
	return n
}

// The goroutine waits for what the function does.
func gated(work func() int) {
	var mu sync.Mutex
	n, start := 0, make(chan struct{})
	go func() {
		<-start
		n++
		mu.Lock()
		n += work()
		mu.Unlock()
	}()
	n = 3
	close(start)
	mu.Lock()
	n++
	mu.Unlock()
}

// The last one to finish is alone.
func last(work func() int, done func(int)) {
	var mu sync.Mutex
	n, left := 0, int32(10)
	for range 10 {
		go func() {
			mu.Lock()
			n += work()
			mu.Unlock()
			if atomic.AddInt32(&left, -1) == 0 {
				done(n)
			}
		}()
	}
}

// One goroutine after the other: the reply is waited for in each round.
func rounds(work func() int) (n int) {
	var mu sync.Mutex
	reply := make(chan struct{})
	for range 10 {
		go func() {
			n++
			mu.Lock()
			n += work()
			mu.Unlock()
			reply <- struct{}{}
		}()
		<-reply
	}
	return n
}

// Both read.
func limits(limit int, use func(int)) {
	var mu sync.Mutex
	top := limit
	if top == 0 {
		top = 10
	}
	go func() {
		mu.Lock()
		defer mu.Unlock()
		use(top)
	}()
	use(top)
}

// Called in place: one goroutine.
func inPlace(list []int) int {
	var mu sync.Mutex
	n := 0
	add := func(v int) {
		mu.Lock()
		n += v
		mu.Unlock()
	}
	for _, v := range list {
		add(v)
	}
	n++
	return n
}

// A callback that nobody knows the goroutine of.
func callback(register func(func())) int {
	var mu sync.Mutex
	n := 0
	register(func() {
		mu.Lock()
		n++
		mu.Unlock()
	})
	time.Sleep(time.Second)
	return n
}

// The wait is in a literal that another package runs.
func waitsInRegion(ctx context.Context, work func() int) (total int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n := work()
			mu.Lock()
			total += n
			mu.Unlock()
		}()
	}
	trace.WithRegion(ctx, "sum", func() { wg.Wait() })
	if total > 10 {
		return 10
	}
	return total
}

// The lock is for the list, and held all along; what the goroutines share is one
// result, which the first of them sets and the function reads behind its wait.
type callbacks struct {
	mu   sync.RWMutex
	list []func(context.Context) (string, error)
}

func (c *callbacks) call(ctx context.Context, first string) (string, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	var g errgroup.Group
	answer := first
	for i, f := range c.list {
		g.Go(func() error {
			s, err := f(ctx)
			if err != nil {
				return err
			}
			if i == 0 {
				answer = s
			}
			return nil
		})
	}
	err := g.Wait()
	if err != nil {
		return "", err
	}
	return answer, err
}

// Each worker has a lock of its own for what it hands over; the error that all of
// them set is guarded by none.
func lockEach(jobs [][]int, run func(int) error) error {
	locks := make([]sync.Mutex, len(jobs))
	ready := make([]int, len(jobs))
	var failed error
	var wg sync.WaitGroup
	for w := range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, job := range jobs[w] {
				if failed != nil {
					return
				}
				err := run(job)
				locks[w].Lock()
				ready[w]++
				if err != nil {
					failed = err
				}
				locks[w].Unlock()
			}
		}()
	}
	wg.Wait()
	return failed
}
