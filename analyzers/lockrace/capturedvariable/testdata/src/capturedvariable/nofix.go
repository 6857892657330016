package capturedvariable

import (
	"context"
	"errors"
	"net"
	"os/exec"
	"sync"
	"time"
)

// save does not wait for what it starts.
func save(write func() error) error {
	var err error
	go func() {
		err = write() // want `data race: err is written in the goroutine started at line 15, and read at line 18, and nothing orders the two`
	}()
	return err
}

// export shares one error with a goroutine.
func export(ctx context.Context, prepare, upload func() error) error {
	err := prepare()
	go func() {
		err = upload() // want `data race: err is written in the goroutine started at line 24, and written at line 28, and nothing orders the two`
	}()
	<-ctx.Done()
	err = ctx.Err()
	return err
}

// limited gives up after a second, and returns what the goroutine may write just then.
func limited(ask func() string) (answer string, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		answer = ask() // want `data race: answer is written in the goroutine started at line 35, and written at line 43, and nothing orders the two`
	}()
	select {
	case <-done:
		return answer, nil
	case <-time.After(time.Second):
		return "", errors.New("no answer")
	}
}

// both has two goroutines that store their errors in one variable.
func both(left, right func() error) error {
	var err error
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		err = left() // want `data race: err is written in the goroutine started at line 52, and written at line 58, and nothing orders the two`
	}()
	go func() {
		defer wg.Done()
		err = right()
	}()
	wg.Wait()
	return err
}

// accept overwrites the connection that the goroutine of the last one reads.
func accept(l net.Listener, talk func(net.Conn)) error {
	var conn net.Conn
	var err error
	for {
		if conn, err = l.Accept(); err != nil {
			return err
		}
		go func() {
			talk(conn) // want `data race: conn is read in the goroutine started at line 72, and written at line 69, and nothing orders the two`
		}()
	}
}

// polled never sees the flag.
func polled(ctx context.Context, poll func()) {
	ended := false
	go func() {
		for !ended { // want `data race: ended is read in the goroutine started at line 81, and written at line 87, and nothing orders the two`
			poll()
		}
	}()
	<-ctx.Done()
	ended = true
}

// script reads the process of a command that the goroutine may not have started yet.
func script(ctx context.Context, path string) error {
	cmd := exec.Command(path)
	done := make(chan error, 1)
	go func() { done <- cmd.Run() }()
	select {
	case <-ctx.Done():
		cmd.Process.Release() // want `data race: cmd.Process is read while the goroutine started at line 94 may still be in Run, which sets it: it may be nil`
		return ctx.Err()
	case err := <-done:
		return err
	}
}

// count is a goroutine of its own that is given the address.
func count(n int, all *int, wg *sync.WaitGroup) {
	defer wg.Done()
	*all += n // want `data race: \*all is written by goroutines that run concurrently, started at line \d+, and no mutex guards it`
}

func counts(list []int) int {
	all := 0
	var wg sync.WaitGroup
	for _, n := range list {
		wg.Add(1)
		go count(n, &all, &wg)
	}
	wg.Wait()
	return all
}

// sort is given the map.
func sort(bin string, in <-chan string, bins map[string]string, wg *sync.WaitGroup) {
	defer wg.Done()
	for item := range in {
		bins[item] = bin // want `concurrent map access ends the process: bins is written by goroutines that run concurrently, started at line \d+, and no mutex guards it`
	}
}

func sorted(in <-chan string, names []string) map[string]string {
	bins := make(map[string]string)
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Add(1)
		go sort(name, in, bins, &wg)
	}
	wg.Wait()
	return bins
}

// total does not wait for the consumer to add the last one.
func total(values []int) int {
	in := make(chan int)
	sum := 0
	go func() {
		for v := range in {
			sum += v // want `data race: sum is written in the goroutine started at line \d+, and read at line \d+, and nothing orders the two`
		}
	}()
	for _, v := range values {
		in <- v
	}
	close(in)
	return sum
}

// named starts a goroutine that is a variable.
func named(run func() int) int {
	result := 0
	work := func() { result = run() } // want `data race: result is written in the goroutine started at line \d+, and read at line \d+, and nothing orders the two`
	go work()
	return result
}

// twice hands a literal to a helper that calls it, in a goroutine.
func twice(work func() error) error {
	n := 0
	go func() {
		retry(func() error {
			n++ // want `data race: n is written in the goroutine started at line \d+, and read at line \d+, and nothing orders the two`
			return work()
		})
	}()
	if n > 1 {
		return nil
	}
	return work()
}
