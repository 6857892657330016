package blockedreceive

import (
	"log"
)

// The one who ranges is another function, and the early way out closes nothing.
func lines(load func() ([]string, error)) <-chan string {
	out := make(chan string)
	go func() {
		list, err := load()
		if err != nil {
			log.Print(err)
			return
		}
		for _, line := range list {
			out <- line
		}
		close(out)
	}()
	return out
}

func printLines(load func() ([]string, error)) {
	for line := range lines(load) { // want `range over lines\(load\) blocks forever when the goroutine started at line \d+ returns at line \d+ without closing it`
		handle(line)
	}
}

// The goroutine is a function of its own, and the range is beside its start.
func fill(into chan<- string, load func() ([]string, error)) {
	list, err := load()
	if err != nil {
		return
	}
	for _, line := range list {
		into <- line
	}
	close(into)
}

func fillAndPrint(load func() ([]string, error)) {
	c := make(chan string, 8)
	go fill(c, load)
	for line := range c { // want `range over c blocks forever when the goroutine started at line \d+ returns at line \d+ without closing it`
		handle(line)
	}
}
