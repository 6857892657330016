package blockedsend

import (
	"context"

	"example.com/talk"
)

// The other package does not wait.
func tried(ctx context.Context, word string) {
	c := &talk.Probe{Answers: make(chan string)}
	go c.Try(word)
	select {
	case <-c.Answers:
	case <-ctx.Done():
	}
}

// Nothing runs it in a goroutine.
func inPlace(words []string, c *talk.Chat) {
	c.Talk(words)
}

// All that is sent is received.
func drainedSquares(steps []int) (sum int) {
	out := make(chan int)
	for _, step := range steps {
		talk.Run(step, out)
	}
	for range steps {
		sum += <-out
	}
	return sum
}

// The channel has a buffer for all.
func bufferedSquare(ctx context.Context, step int) int {
	out := make(chan int, 1)
	talk.Run(step, out)
	for {
		select {
		case n := <-out:
			return n
		case <-ctx.Done():
			return 0
		}
	}
}
