package recovernotdeferred

import (
	"errors"
	"log"
)

// The function that recovers is deferred itself.
func deferred(r *runner, work func()) {
	defer r.caught("deferred")
	work()
}

// A method value, and a call through a variable that is deferred.
func value(r *runner, work func()) {
	caught := r.caught
	defer caught("value")
	work()
}

// The literal recovers, and passes on what it got.
func passes(work func()) (err error) {
	defer func() { record(&err, "panic: %v", recover()) }()
	work()
	return nil
}

// It recovers itself as well: what it calls after that is for something else.
func both(r *runner, work func()) {
	defer func() {
		if p := recover(); p != nil {
			log.Print(p)
		}
		r.caught("both")
	}()
	work()
}

// The deferred function guards itself against its own panics.
func own(end func(), work func()) {
	defer func() {
		defer func() { _ = recover() }()
		end()
	}()
	work()
}

// What it calls defers its recover, for itself.
func safely(f func()) {
	defer func() {
		if p := recover(); p != nil {
			log.Print(p)
		}
	}()
	f()
}

func closes(end func(), work func()) {
	defer func() { safely(end) }()
	work()
}

// Another recover.
type policy struct{}

func (policy) recover() error { return errors.New("none") }

func other(p policy, work func()) {
	defer p.recover()
	defer func() { _ = p.recover() }()
	work()
}

// The deferred function is one that gives a function that recovers.
func catcher() func() {
	return func() {
		if p := recover(); p != nil {
			log.Print(p)
		}
	}
}

func made(work func()) {
	defer catcher()()
	work()
}
