package closedchannelspin

import (
	"context"
	"fmt"
	"log"

	tombs "gopkg.in/tomb.v2"
)

// The operator cancels, and the log fills up until the service has stopped.
func stopService(stopped <-chan error, tomb *tombs.Tomb) error {
	for {
		select {
		case err := <-stopped:
			if err != nil {
				return fmt.Errorf("cannot stop: %w", err)
			}
			return nil
		case <-tomb.Dying(): // want `loop spins once tomb is dying: the case neither leaves the loop nor sets the channel to nil, and is ready again immediately`
			log.Print("cannot be canceled")
		}
	}
}

// The context is done, and only counted.
func countEvents(ctx context.Context, events <-chan string) (n, canceled int) {
loop:
	for {
		select {
		case e := <-events:
			if e == "" {
				break loop
			}
			n++
		case _ = <-ctx.Done(): // want `loop spins once ctx is done`
			canceled++
		}
	}
	return n, canceled
}

// A relay whose quit channel is closed by Close.
type relay struct {
	in, out chan string
	quit    chan struct{}
}

func (r *relay) run() {
	for {
		select {
		case s := <-r.in:
			r.out <- s
		case <-r.quit: // want `loop spins once r.quit is closed, as at line \d+: the case neither leaves`
			log.Print("quit")
		}
	}
}

func (r *relay) Close() { close(r.quit) }

type journal interface {
	Noticef(format string, args ...any)
}

// A logger of the program's own.
func noticing(ctx context.Context, stopped <-chan error, j journal) error {
	for {
		select {
		case err := <-stopped:
			return err
		case <-ctx.Done(): // want `loop spins once ctx is done`
			j.Noticef("cannot be canceled: %v", ctx.Err())
		}
	}
}
