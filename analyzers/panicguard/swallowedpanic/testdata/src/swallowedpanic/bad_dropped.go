package swallowedpanic

import "strings"

type entry struct{ key, value string }

// The worker is gone with the first line that has no colon, and nobody learns of it.
func decode(lines <-chan string, out chan<- entry) {
	defer func() {
		recover() // want `a panic of decode is lost, and what it was doing with it: nothing logs the panic or passes it on`
	}()
	for line := range lines {
		parts := strings.SplitN(line, ":", 2)
		out <- entry{parts[0], parts[1]}
	}
}

// The value is looked at, and dropped.
func tested(lines []string) int {
	n := 0
	defer func() {
		if r := recover(); r != nil { // want `a panic of tested is lost`
			return
		}
	}()
	for _, line := range lines {
		n += len(strings.Fields(line)[1])
	}
	return n
}

// A goroutine's literal.
func started(lines []string, done chan<- int) {
	go func() {
		defer func() { _ = recover() }() // want `a panic of this function is lost`
		n := 0
		for _, line := range lines {
			n += len(strings.Fields(line)[1])
		}
		done <- n
	}()
}
