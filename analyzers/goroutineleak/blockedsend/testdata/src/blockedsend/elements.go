package blockedsend

import (
	"context"
	"errors"
	"log"
)

// A channel in a map is one like any other.
type asker struct{ answers map[int]chan string }

func newAsker() *asker { return &asker{answers: make(map[int]chan string)} }

func (a *asker) ask(ctx context.Context, id int) (string, error) {
	a.answers[id] = make(chan string)
	go func() { a.answers[id] <- "answer" }() // want `send on a\.answers\[id\] blocks forever when ask returns at line \d+ without receiving`
	select {
	case s := <-a.answers[id]:
		return s, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// One for each goroutine, and the first error ends the loop.
func each(names []string) error {
	done := make([]chan error, len(names))
	for i, name := range names {
		done[i] = make(chan error)
		go func() { done[i] <- errors.New(name) }() // want `send on done\[i\] blocks forever when each returns at line \d+ before it has received all values`
	}
	for _, d := range done {
		if err := <-d; err != nil {
			return err
		}
	}
	return nil
}

// Room for one, and as many senders as there are names.
func speediest(names []string) int {
	found := make(chan int, 1)
	for _, name := range names {
		go func() { found <- len(name) }() // want `send on found blocks forever when speediest returns at line \d+ before it has received all values`
	}
	return <-found
}

// Nobody empties the buffer when the reader has left.
type recorder struct{ events chan string }

func startRecorder(ctx context.Context, next func() string) *recorder {
	r := &recorder{events: make(chan string, 16)}
	go r.write(ctx)
	go r.read(next)
	return r
}

func (r *recorder) write(ctx context.Context) {
	for {
		select {
		case e := <-r.events:
			log.Print(e)
		case <-ctx.Done():
			return
		}
	}
}

func (r *recorder) read(next func() string) {
	for {
		r.events <- next() // want `send on r\.events blocks forever after write, its receiver, leaves the loop at line \d+`
	}
}
