package blockedsend

import (
	"context"
	"time"
)

func probe(context.Context) error { return nil }

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
				done <- struct{}{}
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
			go func() { checked <- probe(context.TODO()) }()
		case <-checked:
			timer = time.NewTimer(time.Second).C
		case err := <-p.failed:
			return err
		}
	}
}

// Jobs are started for who asks, as many as he likes.
func working(ctx context.Context, jobs <-chan int) {
	done := make(chan struct{})
	for {
		select {
		case <-ctx.Done():
			return
		case <-jobs:
			go func() {
				probe(ctx)
				done <- struct{}{} // want `send on done blocks for ever when working returns at line 52 without receiving`
			}()
		case <-done:
		}
	}
}
