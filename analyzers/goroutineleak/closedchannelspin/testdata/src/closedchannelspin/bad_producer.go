package closedchannelspin

import (
	"bufio"
	"context"
	"io"
)

// scan closes the channel when there are no more lines.
func scan(r io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for s := bufio.NewScanner(r); s.Scan(); {
			out <- s.Text()
		}
	}()
	return out
}

func printAll(ctx context.Context, r io.Reader, print func(string)) {
	lines := scan(r)
	for {
		select {
		case <-ctx.Done():
			return
		case line := <-lines: // want `loop spins once lines is closed, as at line 13`
			print(line)
		}
	}
}
