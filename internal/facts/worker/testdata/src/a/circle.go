package a

import "context"

// They call each other outside of rounds: each is looked at once.
func Ping(ctx context.Context, depth int) { // want Ping:"works until its context ends"
	if depth > 0 {
		Pong(ctx, depth-1)
	}
	<-ctx.Done()
}

func Pong(ctx context.Context, depth int) { // want Pong:"works until its context ends"
	if depth > 0 {
		Ping(ctx, depth-1)
	}
	<-ctx.Done()
}

// In a circle that one enters in a round, and leaves to tell.
func Begin(ctx context.Context, depth int, done chan<- int) {
	for range depth {
		again(ctx, depth, done)
	}
	<-ctx.Done()
	last(ctx, depth, done)
}

func again(ctx context.Context, depth int, done chan<- int) {
	if depth > 0 {
		last(ctx, depth-1, done)
	}
}

func last(ctx context.Context, depth int, done chan<- int) {
	if depth > 0 {
		again(ctx, depth-1, done)
	}
	done <- depth
}
