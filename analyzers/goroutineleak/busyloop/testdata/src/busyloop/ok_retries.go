package busyloop

import (
	"context"
	"errors"
	"log"
	"net/http"
	"time"
)

// Nope. Each attempt asks another server.
func fallback(urls []string) (resp *http.Response, err error) {
	for i := 0; i < len(urls); i++ {
		if resp, err = http.Get(urls[i]); err == nil {
			return resp, nil
		}
		log.Print(err)
	}
	return nil, err
}

// Nope. There is a pause.
func patient(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 10 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, err
}

var errTaken = errors.New("taken")

// Nope. Only one kind of failure is tried again.
func (s *seats) any(ctx context.Context) error {
	for range s.tries {
		_, err := s.reserve(ctx, 1)
		if errors.Is(err, errTaken) {
			continue
		}
		return err
	}
	return errTaken
}

// Nope. The failure ends the loop.
func (s *seats) all(ctx context.Context) error {
	for range s.tries {
		if _, err := s.reserve(ctx, 1); err != nil {
			return err
		}
	}
	return nil
}

// Nope. It is repeated for the count, and not because of a failure.
func (s *seats) warm(ctx context.Context) {
	for range s.tries {
		if _, err := s.reserve(ctx, 1); err != nil {
			log.Print(err)
		}
	}
}

// Nope. Each attempt is about something else.
func (s *seats) random(ctx context.Context, pick func() int) (int, error) {
	for range s.tries {
		row := pick()
		if ok, err := s.reserve(ctx, row); ok && err == nil {
			return row, nil
		}
	}
	return 0, errTaken
}

// Nope. The pause comes before each attempt but the first.
func before(ctx context.Context, url string) (*http.Response, error) {
	for try := range 10 {
		if try > 0 {
			select {
			case <-time.After(time.Second << try):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
	}
	return nil, ctx.Err()
}

func sleeps(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// Nope. A function pauses, which a condition calls.
func byHelper(ctx context.Context, url string) (*http.Response, error) {
	for range 10 {
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
		if !sleeps(ctx, time.Second) {
			return nil, ctx.Err()
		}
	}
	return nil, ctx.Err()
}
