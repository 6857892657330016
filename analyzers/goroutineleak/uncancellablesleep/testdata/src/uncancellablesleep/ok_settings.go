package uncancellablesleep

import (
	"context"
	"time"
)

type settings struct{ every time.Duration }

func (s *settings) interval() time.Duration { return s.every }

// DefaultRetryDelay is short, and seldom changed.
var DefaultRetryDelay = 200 * time.Millisecond

type config struct{ RetryDelay time.Duration }

func (c *config) Default() { c.RetryDelay = DefaultRetryDelay }

func (c *config) load(text string) (err error) {
	c.RetryDelay, err = time.ParseDuration(text)
	return err
}

func (c *config) try(ctx context.Context, call func(context.Context) error) (err error) {
	for range 5 {
		if err = call(ctx); err == nil {
			break
		}
		time.Sleep(c.RetryDelay)
	}
	return err
}
