// Package lazyregexp compiles regular expressions when they are first used. The go
// command starts the linter once for each package, dependencies included, and most of
// these runs need none of them.
package lazyregexp

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// New returns a function that returns the compiled expr. The function may be called by
// several goroutines. It panics if expr cannot be parsed; in a test New itself does, so
// that every package's tests try all of its expressions.
func New(expr string) func() *regexp.Regexp {
	compile := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
	if strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test") {
		compile()
	}
	return compile
}
