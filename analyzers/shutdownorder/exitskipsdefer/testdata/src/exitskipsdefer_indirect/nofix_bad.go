// Package main exits in functions, literals and goroutines below those that have deferred calls pending.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
)

func scratch(next func() bool, build func(dir string) error) (code int) {
	fail := func(err error) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	dir, err := os.MkdirTemp("", "scratch")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	for next() {
		if err := build(dir); err != nil {
			fail(err) // want `fail skips the deferred os.RemoveAll \(line 23\)`
		}
	}
	return 0
}

var exit = os.Exit

func renamed(build func(dir string) error) {
	dir, err := os.MkdirTemp("", "scratch")
	if err != nil {
		return
	}
	defer os.RemoveAll(dir)
	if err := build(dir); err != nil {
		exit(2) // want `exit skips the deferred os.RemoveAll`
	}
}

func onInterrupt(f func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		<-c
		f()
	}()
}

func report(out *os.File, next func() (string, bool)) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	onInterrupt(func() { os.Exit(0) }) // want `os.Exit skips the deferred w.Flush`
	for line, ok := next(); ok; line, ok = next() {
		fmt.Fprintln(w, line)
	}
}

func watch() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	<-c
	os.Exit(130) // want `os.Exit skips the deferred w.Flush`
}

func copied(out *os.File, next func() (string, bool)) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	go watch()
	for line, ok := next(); ok; line, ok = next() {
		fmt.Fprintln(w, line)
	}
}

func limit(n int) int {
	if n < 0 {
		log.Fatal(errors.New("negative")) // want `log.Fatal skips the deferred w.Flush`
	}
	return n
}

func limited(out *os.File, lines []string, n int) {
	w := bufio.NewWriter(out)
	defer w.Flush()
	fmt.Fprintln(w, len(lines))
	for _, line := range lines[:limit(n)] {
		fmt.Fprintln(w, line)
	}
}

func main() {}
