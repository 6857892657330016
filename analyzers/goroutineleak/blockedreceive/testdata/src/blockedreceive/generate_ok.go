package blockedreceive

import (
	"context"
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

// Those who range are about to end as well.
func linesUntil(ctx context.Context, in <-chan string) <-chan string {
	out := make(chan string)
	go func() {
		for line := range in {
			select {
			case out <- line:
			case <-ctx.Done():
				return
			}
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

func printAll(ctx context.Context, load func() ([]string, error)) {
	for line := range linesClosed(load) {
		handle(line)
	}
	for line := range linesClosedTwice(load) {
		handle(line)
	}
	for line := range linesUntil(ctx, linesClosed(load)) {
		handle(line)
	}
	for line := range linesShared(nil) {
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

// Who receives is told by a variable.
func linesAndError(load func() ([]string, error), done func()) (<-chan string, *error) {
	out, failed := make(chan string), new(error)
	go func() {
		list, err := load()
		if err != nil {
			*failed = err
			return
		}
		if len(list) == 0 {
			done()
			return
		}
		for _, line := range list {
			out <- line
		}
		close(out)
	}()
	return out, failed
}

func printUnlessFailed(load func() ([]string, error), wait func(), done func()) {
	out, failed := linesAndError(load, done)
	if wait(); *failed != nil {
		return
	}
	for line := range out {
		handle(line)
	}
}
