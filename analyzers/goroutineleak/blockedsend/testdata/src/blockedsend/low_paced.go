package blockedsend

import (
	"context"
	"time"
)

// The loop starts one probe at a time, and goes on as long as the service.
func probing(ctx context.Context) {
	done := make(chan struct{})
	timer := time.NewTimer(0).C
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer:
			go func() {
				probe(ctx)
				done <- struct{}{} // want `send on done blocks forever when probing returns at line \d+ without receiving .*low confidence: at most one goroutine`
			}()
		case <-done:
			timer = time.NewTimer(time.Second).C
		}
	}
}

type prober struct{ failed chan error }

func (p *prober) probing() error {
	checked := make(chan error)
	timer := time.NewTimer(0).C
	for {
		select {
		case <-timer:
			go func() { checked <- probe(context.TODO()) }() // want `send on checked blocks forever when probing returns at line \d+ without receiving .*low confidence: at most one goroutine`
		case <-checked:
			timer = time.NewTimer(time.Second).C
		case err := <-p.failed:
			return err
		}
	}
}
