package blockedsend

import (
	"bufio"
	"io"
	"strings"
)

// The generator is a function of its own, and has no context.
func scanned(r io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for sc := bufio.NewScanner(r); sc.Scan(); {
			out <- sc.Text() // want `send on out blocks forever in a run of firstLine`
		}
	}()
	return out
}

func firstLine(r io.Reader, needle string) (string, bool) {
	for line := range scanned(r) {
		if strings.Contains(line, needle) {
			return line, true
		}
	}
	return "", false
}
