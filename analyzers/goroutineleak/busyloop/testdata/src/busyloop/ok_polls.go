package busyloop

import (
	"context"
	"errors"
	"log"
	"time"
)

// It pauses where there is nothing.
func (d *dispatcher) okPauses(ctx context.Context) {
	for ctx.Err() == nil {
		err := d.step(ctx)
		switch {
		case err == nil:
		case errors.Is(err, errNoJob):
			d.pause(ctx)
		default:
			log.Print(err)
			d.pause(ctx)
		}
	}
}

func (d *dispatcher) pause(ctx context.Context) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
}

// Nothing left is the end.
func (d *dispatcher) okEnds(ctx context.Context) error {
	for {
		err := d.step(ctx)
		if errors.Is(err, errNoJob) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// What is called waits.
func (d *dispatcher) okWaits(ctx context.Context, wake chan struct{}) {
	for ctx.Err() == nil {
		err := d.waited(ctx, wake)
		if errors.Is(err, errNoJob) {
			continue
		}
		log.Print(err)
	}
}

func (d *dispatcher) waited(ctx context.Context, wake chan struct{}) error {
	select {
	case <-wake:
	case <-ctx.Done():
	}
	return d.step(ctx)
}

// The loop waits at its end.
func (d *dispatcher) okLater(ctx context.Context) {
	for ctx.Err() == nil {
		err := d.step(ctx)
		if errors.Is(err, errNoJob) {
			log.Print("nothing")
		}
		time.Sleep(time.Second)
	}
}

// Another error leads to the next attempt.
func (d *dispatcher) okOther(ctx context.Context) {
	for ctx.Err() == nil {
		err := d.step(ctx)
		if errors.Is(err, context.Canceled) {
			continue
		}
		d.pause(ctx)
	}
}

// Each iteration asks for something else.
func (d *dispatcher) okVaries(ctx context.Context, lists []queue) {
	for i := 0; i < len(lists); {
		q := lists[i]
		s, err := q.pop(ctx)
		if errors.Is(err, ErrEmpty) {
			i++
			continue
		}
		log.Print(s, err)
	}
}

// After a failure, it pauses.
func (d *dispatcher) okPoll(ctx context.Context, handle func(string)) {
	for ctx.Err() == nil {
		list, err := d.receive(ctx)
		if err != nil {
			log.Print(err)
			d.pause(ctx)
			continue
		}
		for _, m := range list {
			handle(m)
		}
	}
}
