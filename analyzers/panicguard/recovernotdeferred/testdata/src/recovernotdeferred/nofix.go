package recovernotdeferred

import "log"

// The deferred function is a method, which calls another one.
func (r *runner) finish() {
	r.wg.Done()
	r.caught("job") // want `a panic is not recovered`
}

func (r *runner) run(work func()) {
	defer r.finish()
	work()
}

// Two calls deep.
func (r *runner) guard() { r.caught("job") }

func (r *runner) deep(work func()) {
	defer func() { // want `a panic is not recovered: caught calls recover`
		log.Print("end")
		r.guard()
		log.Print("ended")
	}()
	work()
}

// A literal that the deferred one calls.
func inPlace(work func()) {
	defer func() { // want `recover has no effect in a function that the deferred one calls`
		func() {
			if p := recover(); p != nil {
				log.Print(p)
			}
		}()
	}()
	work()
}

// The goroutine does not defer it.
func started(work func()) {
	go func() {
		if p := recover(); p != nil { // want `the goroutine calls recover itself`
			log.Print(p)
		}
		work()
	}()
}

// The name changes before the goroutine ends.
func renamed(r *runner, work func()) {
	name := "a"
	defer func() { // want `a panic is not recovered`
		r.caught(name)
	}()
	name = "b"
	work()
}

// The caller would get a nil error.
func fails(work func()) error {
	defer recover() // want `a panic is not recovered`
	work()
	return nil
}

type result struct{ err error }

// Generic.
func each[T any](r *runner, list []T, do func(T)) {
	for _, v := range list {
		func() {
			defer func() { // want `a panic is not recovered`
				log.Print(v)
				if r != nil {
					r.caught("each")
				}
			}()
			do(v)
		}()
	}
}
