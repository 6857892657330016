package main

import (
	"bufio"
	"fmt"
	"os"
)

// Nope. The function returns what the literal returns.
func returned(build func(dir string) error) (code int) {
	fail := func(err error) int {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	dir, err := os.MkdirTemp("", "scratch")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(dir)
	if err := build(dir); err != nil {
		return fail(err)
	}
	return 0
}

// Nope. What is returned releases nothing that outlasts the process.
func counted(path string) (done func(), err error) {
	n := 0
	return func() { n++ }, nil
}

func counting(work func() error) error {
	done, err := counted("/run/work.lock")
	if err != nil {
		return err
	}
	defer done()
	check(work())
	return nil
}

// Nope. It is flushed before the exit.
func flushed(out *os.File, next func() (string, bool)) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	onInterrupt(func() {
		w.Flush()
		os.Exit(0)
	})
	for line, ok := next(); ok; line, ok = next() {
		fmt.Fprintln(w, line)
	}
}

// Nope. The exit comes before the defer.
func before(build func(dir string) error, n int) {
	n = limit(n)
	dir, err := os.MkdirTemp("", "scratch")
	if err != nil {
		return
	}
	defer os.RemoveAll(dir)
	_ = build(dir)
}

// Nope. The variable is replaced, by tests for one.
var leave = os.Exit

func setLeave(f func(int)) { leave = f }

func replaced(build func(dir string) error) {
	dir, err := os.MkdirTemp("", "scratch")
	if err != nil {
		return
	}
	defer os.RemoveAll(dir)
	if err := build(dir); err != nil {
		leave(2)
	}
}
