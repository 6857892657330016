package closedchannelspin

import "context"

// What is called may make the other case ready.
func stops(ctx context.Context, stop func(), stopped <-chan error) error {
	for {
		select {
		case err := <-stopped:
			return err
		case <-ctx.Done(): // want `loop spins once ctx is done`
			stop()
		}
	}
}

// Who closes quit may close the jobs as well.
type drainer struct {
	jobs chan int
	quit chan struct{}
	last bool
}

func (d *drainer) run() {
	for {
		select {
		case _, ok := <-d.jobs:
			if !ok {
				return
			}
		case <-d.quit: // want `loop spins once d.quit is closed`
			d.last = true
		}
	}
}

func (d *drainer) Stop() {
	close(d.quit)
	close(d.jobs)
}
