package blockedsend

import (
	"context"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"
)

type watcher struct {
	out  chan []byte
	conn io.WriteCloser
}

type board struct {
	mu       sync.Mutex
	watchers map[*watcher]bool
}

func (b *board) join(ctx context.Context, conn io.WriteCloser) {
	w := &watcher{out: make(chan []byte, 16), conn: conn}
	b.mu.Lock()
	b.watchers[w] = true
	b.mu.Unlock()
	go w.write()
}

// write leaves, and tells nobody.
func (w *watcher) write() {
	defer w.conn.Close()
	for m := range w.out {
		if _, err := w.conn.Write(m); err != nil {
			return // the first of the two is named
		}
		if _, err := w.conn.Write([]byte("\n")); err != nil {
			return
		}
	}
}

func (b *board) tellAll(ctx context.Context, m []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for w := range b.watchers {
		w.out <- m // want `send on w\.out blocks forever after write, its receiver, returns on an error at line 34`
	}
}

// relay waits for both: the reader cannot go on when the writer has failed.
func relay(ctx context.Context, next func() (string, bool), store func(string) error) error {
	lines := make(chan string)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(lines)
		for {
			line, ok := next()
			if !ok {
				return nil
			}
			lines <- line // want `send on lines blocks forever after the function literal, its receiver, returns on an error at line \d+`
		}
	})
	g.Go(func() error {
		for line := range lines {
			if err := store(line); err != nil {
				return err
			}
		}
		return nil
	})
	return g.Wait()
}

// Doubled ends with ctx but for its send.
func Doubled(ctx context.Context, in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for {
			select {
			case v, ok := <-in:
				if !ok {
					return
				}
				out <- 2 * v // want `send on out blocks forever when its receivers have left: the goroutine ends with the case at line \d+, and not while it sends`
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}
