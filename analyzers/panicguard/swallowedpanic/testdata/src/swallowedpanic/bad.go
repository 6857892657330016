package swallowedpanic

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
)

func work(ctx context.Context) error {
	defer func() {
		if r := recover(); r != nil { // want `the caller of work gets a nil error after a panic`
			log.Printf("panic: %v", r)
		}
	}()
	return do(ctx)
}

// Several results, a value kept apart, and a name that is taken.
func count(ctx context.Context) (int, error) {
	err := do(ctx)
	defer func() {
		r := recover() // want `the caller of count gets a nil error after a panic`
		if r != nil {
			slog.Error("panic", "value", r, "stack", debug.Stack())
		}
	}()
	return 1, err
}

// A named result that is not set.
func named(ctx context.Context) (n int, failed error) {
	defer func() {
		if r := recover(); r != nil { // want `the caller of named gets a nil error after a panic`
			log.Print(r)
		}
	}()
	return 0, do(ctx)
}

// Thrown away.
func discarded(ctx context.Context) (_ string, _ error) {
	defer func() { _ = recover() }() // want `the caller of discarded gets a nil error after a panic`
	defer func() {
		recover() // want `the caller of discarded gets a nil error after a panic`
	}()
	return "", do(ctx)
}

// In a group's task.
func tasks(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error {
		defer func() {
			if p := recover(); p != nil { // want `the caller of this function gets a nil error after a panic`
				log.Print(p)
			}
		}()
		return do(ctx)
	})
	return g.Wait()
}

// Functions of the package that describe and log it tell nobody.
func described(ctx context.Context) (err error) {
	defer func() {
		if r := recover(); r != nil { // want `the caller of described gets a nil error after a panic`
			logError(describe(r))
		}
	}()
	return do(ctx)
}

func describe(r any) error {
	if err, ok := r.(error); ok {
		return fmt.Errorf("recovered: %w", err)
	}
	return fmt.Errorf("recovered: %v", r)
}

func logError(err error) { log.Print(err) }

// A function of the package that recovers.
func deferred(ctx context.Context) error {
	defer logPanic() // want `the caller of deferred gets a nil error after a panic: logPanic recovers`
	return do(ctx)
}

func logPanic() {
	if r := recover(); r != nil {
		log.Print(r)
	}
}

func do(ctx context.Context) error { return ctx.Err() }

// What a literal in it returns is no return of its own.
func sometimes(ctx context.Context) error {
	defer func() {
		if r := recover(); r != nil { // want `the caller of sometimes gets a nil error after a panic`
			log.Print(r)
		}
	}()
	_ = func() error { return nil }
	return do(ctx)
}

// It asks a setting first.
func unlessDisabled(ctx context.Context, disabled bool) (int, bool, error) {
	defer func() {
		if !disabled {
			if r := recover(); r != nil { // want `the caller of unlessDisabled gets a nil error after a panic`
				log.Print(r)
			}
		}
	}()
	return 0, true, do(ctx)
}

// One caller acknowledges, the other one does not look.
func consume(ctx context.Context, ack func()) {
	_ = acknowledged(ctx)
	for range 3 {
		if err := acknowledged(ctx); err != nil {
			log.Print(err)
			continue
		}
		ack()
	}
}

func acknowledged(ctx context.Context) error {
	defer logPanic() // want `the caller of acknowledged gets a nil error after a panic: logPanic recovers`
	return do(ctx)
}

// The callers count, stop, say so or go elsewhere.
func counts(ctx context.Context) (failed int) {
	for range 3 {
		if err := counted(ctx); err != nil {
			failed++
		}
	}
	return failed
}

func counted(ctx context.Context) error {
	defer logPanic() // want `the caller of counted gets a nil error after a panic`
	return do(ctx)
}

func stops(ctx context.Context) {
	for range 3 {
		if err := stopped(ctx); err != nil {
			log.Print(err)
			break
		}
	}
}

func stopped(ctx context.Context) error {
	defer logPanic() // want `the caller of stopped gets a nil error after a panic`
	return do(ctx)
}

func marks(ctx context.Context, job interface{ Fail(error) error }) {
	if err := marked(ctx); err != nil {
		job.Fail(err)
	}
}

func marked(ctx context.Context) error {
	defer logPanic() // want `the caller of marked gets a nil error after a panic`
	return do(ctx)
}

func switches(ctx context.Context, kind string, done func()) {
	switch kind {
	case "x":
		if err := switched(ctx); err != nil {
			log.Print(err)
			return
		}
	}
	done()
}

func switched(ctx context.Context) error {
	defer logPanic() // want `the caller of switched gets a nil error after a panic`
	return do(ctx)
}

// That it recovers is no reason.
func plain(rule func() error) error {
	// Recover from panics.
	defer func() {
		if r := recover(); r != nil { // want `the caller of plain gets a nil error after a panic`
			log.Print("rule: ", r)
		}
	}()
	return rule()
}

type outcome struct {
	output string
	err    error
	tries  int
}

// attempt reads as done when it panics.
func attempt(run func() (string, error)) outcome {
	defer func() {
		if r := recover(); r != nil { // want `the caller of attempt gets a result without an error after a panic: the result has no name, so that its err cannot be set`
			log.Print("attempt: ", r)
		}
	}()
	var out string
	var err error
	for i := range 3 {
		if out, err = run(); err == nil {
			return outcome{output: out, tries: i}
		}
	}
	return outcome{output: out, err: err, tries: 3}
}

// reply never fails, and after a panic there is no answer either.
func reply(run func() (string, error)) (*outcome, error) {
	defer func() {
		if r := recover(); r != nil { // want `the caller of reply gets a nil error after a panic: the error result has no name`
			log.Print("reply: ", r)
		}
	}()
	res := new(outcome)
	res.output, res.err = run()
	return res, nil
}
