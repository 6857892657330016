package recovernotdeferred

import (
	"fmt"
	"log"
	"sync"
)

type runner struct {
	wg sync.WaitGroup
}

func (r *runner) caught(job string) {
	if p := recover(); p != nil {
		log.Printf("%s: %v", job, p)
	}
}

func (r *runner) Launch(job string, run func()) {
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		defer func() { // want `a panic is not recovered: caught calls recover, which has an effect only in the deferred function itself`
			r.caught(job)
		}()
		run()
	}()
}

func first(r *runner, run func()) {
	defer func() { // want `a panic is not recovered`
		r.caught("first")
		log.Print("done")
	}()
	run()
}

func last(r *runner, run func()) {
	defer func() { // want `a panic is not recovered`
		log.Print("done")
		r.caught("last")
	}()
	run()
}

func direct(run func()) {
	defer recover() // want `a panic is not recovered: recover has no effect where it is the deferred function`
	run()
}

func argument(run func()) {
	defer log.Print(recover()) // want `a panic is not recovered: the defer statement evaluates recover`
	run()
}

func work(format string, run func()) (err error) {
	defer record(&err, format, recover()) // want `the defer statement evaluates recover`
	run()
	return nil
}

func record(err *error, format string, r any) {
	if r != nil {
		*err = fmt.Errorf(format, r)
	}
}
