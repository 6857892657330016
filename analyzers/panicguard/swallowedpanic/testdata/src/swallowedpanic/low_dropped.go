package swallowedpanic

import (
	"fmt"
	"os"
)

// That the channel may be closed is known.
func trySend(ch chan<- string, s string) {
	defer func() { recover() }() // want `a panic of trySend is lost`
	ch <- s
}

// And so it is of one that may be closed already.
func closeOnce(ch chan struct{}) {
	defer func() { recover() }() // want `a panic of closeOnce is lost`
	close(ch)
}

func report(s string) { fmt.Fprintln(os.Stderr, s) }
