package blockedsend

import (
	"context"
	"time"

	"example.com/talk"
)

func streamed(ctx context.Context, words []string) (last string) {
	c := &talk.Chat{Answers: make(chan string)}
	go c.Talk(words) // want `c.Talk blocks forever in a send after .*, its receiver, returns at line`
	for {
		select {
		case last = <-c.Answers:
		case <-ctx.Done():
			return last
		}
	}
}

func inLiteral(ctx context.Context, words []string) {
	c := &talk.Chat{Answers: make(chan string)}
	go func() {
		c.Talk(words) // want `c.Talk blocks forever in a send`
	}()
	receiveAll(ctx, c)
}

func receiveAll(ctx context.Context, c *talk.Chat) {
	for {
		select {
		case <-c.Answers:
		case <-time.After(time.Minute):
			return
		case <-ctx.Done():
			return
		}
	}
}

func squares(ctx context.Context, steps []int) (sum int) {
	out := make(chan int)
	for _, step := range steps {
		talk.Run(step, out) // want `talk.Run blocks forever in a send after squares, its receiver, returns at line 51`
	}
	for range steps {
		select {
		case n := <-out:
			sum += n
		case <-ctx.Done():
			return sum
		}
	}
	return sum
}
