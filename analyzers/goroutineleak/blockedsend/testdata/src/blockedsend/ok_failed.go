package blockedsend

import (
	"context"
	"io"
)

// The writer that fails goes on receiving.
func copies(next func() []byte, w io.Writer) {
	parts := make(chan []byte)
	go func() {
		for p := range parts {
			if _, err := w.Write(p); err != nil {
				break
			}
		}
		for range parts {
		}
	}()
	for p := next(); p != nil; p = next() {
		parts <- p
	}
	close(parts)
}

// Squared ends with ctx in its send, too.
func Squared(ctx context.Context, in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for {
			select {
			case v, ok := <-in:
				if !ok {
					return
				}
				select {
				case out <- v * v:
				case <-ctx.Done():
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// Halved has room for what it sends.
func Halved(ctx context.Context, in <-chan int) <-chan int {
	out := make(chan int, 1)
	go func() {
		select {
		case v := <-in:
			out <- v / 2
		case <-ctx.Done():
		}
	}()
	return out
}

// looked has a buffer of all names.
func looked(names []string, look func(string) error) {
	queue := make(chan string, len(names))
	go func() {
		for name := range queue {
			if err := look(name); err != nil {
				return
			}
		}
	}()
	for _, name := range names {
		queue <- name
	}
	close(queue)
}
