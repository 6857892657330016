package closedchannelspin

import (
	"context"
	"log"
)

// Who closes the lines may stop the loop as well.
type Tail struct {
	lines chan string
	quit  chan struct{}
}

func (t *Tail) run() {
	for {
		select {
		case line := <-t.lines: // want `loop spins once t.lines is closed`
			log.Print(line)
		case <-t.quit:
			return
		}
	}
}

func (t *Tail) Close() {
	close(t.lines)
	close(t.quit)
}

// What ends the producer ends the receiver, too.
func follow(ctx context.Context, next func() string) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for ctx.Err() == nil {
			lines <- next()
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case line := <-lines: // want `loop spins once lines is closed`
			log.Print(line)
		}
	}
}
