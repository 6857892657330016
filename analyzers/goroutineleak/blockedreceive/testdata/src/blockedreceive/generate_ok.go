package blockedreceive

import (
	"log"
	"sync"
)

// Closed whatever happens.
func linesClosed(load func() ([]string, error)) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		list, err := load()
		if err != nil {
			return
		}
		for _, line := range list {
			out <- line
		}
	}()
	return out
}

// Closed in front of the early way out, too.
func linesClosedTwice(load func() ([]string, error)) <-chan string {
	out := make(chan string)
	go func() {
		list, err := load()
		if err != nil {
			close(out)
			return
		}
		for _, line := range list {
			out <- line
		}
		close(out)
	}()
	return out
}

// The last of the goroutines closes.
func linesShared(loads []func() ([]string, error)) <-chan string {
	out := make(chan string)
	var mu sync.Mutex
	left := len(loads)
	for _, load := range loads {
		go func() {
			list, err := load()
			if err != nil {
				return
			}
			for _, line := range list {
				out <- line
			}
			mu.Lock()
			defer mu.Unlock()
			if left--; left == 0 {
				close(out)
			}
		}()
	}
	return out
}

func printAll(load func() ([]string, error)) {
	for line := range linesClosed(load) {
		handle(line)
	}
	for line := range linesClosedTwice(load) {
		handle(line)
	}
}

// Who receives looks at the error first.
func linesOrError(load func() ([]string, error)) (<-chan string, <-chan error) {
	out, failed := make(chan string), make(chan error, 1)
	go func() {
		list, err := load()
		failed <- err
		if err != nil {
			return
		}
		for _, line := range list {
			out <- line
		}
		close(out)
	}()
	return out, failed
}

func printOrFail(load func() ([]string, error)) {
	out, failed := linesOrError(load)
	if err := <-failed; err != nil {
		log.Print(err)
		return
	}
	for line := range out {
		handle(line)
	}
}
