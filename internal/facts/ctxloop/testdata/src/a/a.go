package a

import (
	"context"
	"time"
)

func Select(ctx context.Context, work func() error) error { // want Select:"loops until its context ends"
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
			if err := work(); err != nil {
				return err
			}
		}
	}
}

func Asks(name string, ctx context.Context, work func(string)) { // want Asks:"loops until its context ends"
	for ctx.Err() == nil {
		work(name)
	}
}

func Waits(ctx context.Context) { // want Waits:"loops until its context ends"
	<-ctx.Done()
}

func Derived(parent context.Context) { // want Derived:"loops until its context ends"
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	Waits(ctx)
}

// Nothing is known of these: a deadline ends them, or they return at once.
func Limited(parent context.Context) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	Waits(ctx)
}

func Once(ctx context.Context, out chan int) {
	select {
	case <-ctx.Done():
	case out <- 1:
	}
}

func Starts(ctx context.Context) { go Waits(ctx) }

func Other(ctx context.Context) { Waits(context.Background()) }
