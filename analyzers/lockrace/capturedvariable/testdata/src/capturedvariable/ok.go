package capturedvariable

import (
	"context"
	"net"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

// Waited for, by a channel.
func waited(work func() (int, error)) (int, error) {
	var n int
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		n, err = work()
	}()
	<-done
	return n, err
}

// Waited for, by a group, in a helper.
func helped(work func() int) int {
	n := 0
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		n = work()
	}()
	join(&wg)
	return n
}

func join(wg *sync.WaitGroup) { wg.Wait() }

// An element of a slice for each goroutine.
func slots(list []string) []int {
	out := make([]int, len(list))
	var wg sync.WaitGroup
	for i, s := range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = len(s)
		}()
	}
	wg.Wait()
	return out
}

// Guarded.
func guarded(list []string) int {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for _, s := range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			n += len(s)
			mu.Unlock()
		}()
	}
	wg.Wait()
	return n
}

// Atomic.
func counted(list []string) int64 {
	var n atomic.Int64
	var wg sync.WaitGroup
	for range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n.Add(1)
		}()
	}
	wg.Wait()
	return n.Load()
}

// One goroutine after the other.
func inTurn(list []string, work func(string) int) int {
	n := 0
	for _, s := range list {
		done := make(chan struct{})
		go func() {
			n += work(s)
			close(done)
		}()
		<-done
	}
	return n
}

// A variable for each iteration.
func each(list []string, work func(string) error, failed func(error)) {
	for _, s := range list {
		var err error
		go func() {
			if err = work(s); err != nil {
				failed(err)
			}
		}()
	}
}

// Only one goroutine has it.
func alone(ticks <-chan time.Time, show func(int)) {
	n := 0
	go func() {
		for range ticks {
			n++
			show(n)
		}
	}()
}

// Written before the start only.
func before(work func(string)) {
	name := "a"
	if work != nil {
		name = "b"
	}
	go func() { work(name) }()
}

// The results come by a channel.
func collected(list []string, work func(string) int) int {
	sum, results := 0, make(chan int)
	for _, s := range list {
		go func() { results <- work(s) }()
	}
	for range list {
		sum += <-results
	}
	return sum
}

// Each connection is a variable of its own.
func connections(l net.Listener, talk func(net.Conn)) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go func() { talk(conn) }()
	}
}

// The command has been started before the goroutine.
func started(ctx context.Context, cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-ctx.Done():
		return cmd.Process.Release()
	case err := <-done:
		return err
	}
}

// A channel with one place is a mutex.
func token(list []string) int {
	n, one := 0, make(chan struct{}, 1)
	var wg sync.WaitGroup
	for _, s := range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			one <- struct{}{}
			n += len(s)
			<-one
		}()
	}
	wg.Wait()
	return n
}

// The race is wanted.
func estimate(list []string) int {
	n := 0
	var wg sync.WaitGroup
	for range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n++ // no need to lock: an estimate will do
		}()
	}
	wg.Wait()
	return n
}

// Each goroutine has a literal of its own, that a helper calls.
func retried(left, right func() (int, error)) (int, int) {
	var a, b int
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		retry(func() (err error) {
			a, err = left()
			return err
		})
	}()
	go func() {
		defer wg.Done()
		retry(func() (err error) {
			b, err = right()
			return err
		})
	}()
	wg.Wait()
	return a, b
}

func retry(work func() error) {
	for range 3 {
		if work() == nil {
			return
		}
	}
}

// Only the first one writes.
func first(list []string, load func() string) string {
	var once sync.Once
	var value string
	var wg sync.WaitGroup
	for range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			once.Do(func() { value = load() })
		}()
	}
	wg.Wait()
	return value
}

// ready is told by an atomic flag that the goroutine has written.
func ready(load func() int) int {
	var done atomic.Bool
	n := 0
	go func() {
		n = load()
		done.Store(true)
	}()
	for !done.Load() {
	}
	return n
}

type labels map[string]string

// Nope. The map is a constant.
func missing() string { return labels(nil)["name"] }
