package selectoperand

import (
	"context"
	"net/http"
	"time"
)

// The value is received in a case of its own.
func relayed(ctx context.Context, in <-chan string, out chan<- string) {
	for {
		select {
		case s, ok := <-in:
			if !ok {
				return
			}
			select {
			case out <- s:
			case <-ctx.Done():
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// The same context ends the request.
func asked(ctx context.Context, url string, results chan<- int) {
	select {
	case results <- statusOf(ctx, url):
	case <-ctx.Done():
	}
}

func statusOf(ctx context.Context, url string) int {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	return res.StatusCode
}

type clock struct{ ticks chan time.Time }

func (c *clock) next() <-chan time.Time { return c.ticks }

// What returns a channel does not wait, nor does a literal that somebody else calls.
func quick(ctx context.Context, c *clock, jobs chan<- func() int, results chan int) {
	select {
	case <-c.next():
	case jobs <- func() int { return <-results }:
	case results <- len("x") + double(2):
	case <-ctx.Done():
	}
}

func double(n int) int { return 2 * n }

// A single case has no other one to hold up.
func alone(in <-chan int, out chan<- int) {
	select {
	case out <- <-in:
	}
}
