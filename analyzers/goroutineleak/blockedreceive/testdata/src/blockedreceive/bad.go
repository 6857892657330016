package blockedreceive

import (
	"errors"
	"log"
	"sync"
)

// Closed at the end, but not on the early way out.
func process(load func() ([]string, error)) error {
	jobs := make(chan string)
	for range 4 {
		go func() {
			for job := range jobs { // want `range over jobs blocks forever when process returns at line \d+ without closing it \(goroutineleak/blocked-receive\)`
				handle(job)
			}
		}()
	}
	list, err := load()
	if err != nil {
		return err
	}
	for _, job := range list {
		jobs <- job
	}
	close(jobs)
	return nil
}

// Never closed.
func unclosed(list []string) {
	jobs := make(chan string)
	for range 4 {
		go worker(jobs)
	}
	for _, job := range list {
		jobs <- job
	}
}

func worker(jobs <-chan string) {
	for job := range jobs { // want `range over jobs blocks forever when unclosed returns at line \d+ without closing it`
		handle(job)
	}
}

// Never closed, and the workers are waited for.
func stuck(list []string) {
	var jobs = make(chan string, 8)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for job := range jobs { // want `range over jobs blocks forever when stuck returns at line \d+ without closing it`
			handle(job)
		}
	}()
	for _, job := range list {
		jobs <- job
	}
	wg.Wait()
}

// The goroutine waits to be let go.
func gate(prepare func() error) error {
	ready := make(chan struct{})
	go func() {
		<-ready // want `receive from ready blocks forever when gate returns at line \d+ without sending or closing`
		handle("x")
	}()
	if err := prepare(); err != nil {
		return err
	}
	close(ready)
	return nil
}

// The other way round: the function waits, the goroutine has left.
func answer(load func() (string, error)) string {
	result := make(chan string)
	go func() {
		s, err := load()
		if err != nil {
			log.Print(err)
			return
		}
		result <- s
	}()
	return <-result // want `receive from result blocks forever when the goroutine started at line \d+ returns at line \d+ without sending or closing`
}

// In a generic function, with the value of a comma-ok receive.
func each[T any](values []T, fn func(T) error) error {
	in := make(chan T)
	go func() {
		for {
			v, ok := <-in // want `receive from in blocks forever when each returns at line \d+ without sending or closing`
			if !ok || fn(v) != nil {
				return
			}
		}
	}()
	if len(values) == 0 {
		return errors.New("nothing to do")
	}
	for _, v := range values {
		in <- v
	}
	close(in)
	return nil
}

func handle(string) {}
