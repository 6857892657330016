package busyloop

import (
	"context"
	"log"
	"time"
)

// It pauses, or waits for something else.
func (f *feed) pauses(ctx context.Context) {
	for ctx.Err() == nil {
		err := f.follow(ctx, nil)
		log.Printf("ended, connecting again: %v", err)
		time.Sleep(time.Second)
	}
}

func (f *feed) waits(ctx context.Context, again <-chan struct{}) {
	for ctx.Err() == nil {
		_ = f.follow(ctx, nil)
		<-again
	}
}

// What it calls waits first.
func (f *feed) waitsFirst(ctx context.Context, again <-chan struct{}) {
	for ctx.Err() == nil {
		_ = f.after(ctx, again)
	}
}

func (f *feed) after(ctx context.Context, again <-chan struct{}) error {
	<-again
	return f.follow(ctx, nil)
}
