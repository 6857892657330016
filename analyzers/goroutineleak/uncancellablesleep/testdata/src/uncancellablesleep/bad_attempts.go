package uncancellablesleep

import (
	"context"
	"errors"
	"time"
)

type replica struct{ addr string }

func (m *replica) push(context.Context, string) error { return nil }

// Replicate is called as long as the program works.
func (m *replica) Replicate(ctx context.Context, key string) error {
	for range 10 {
		if m.push(ctx, key) == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `shutdown is delayed by time.Sleep`
	}
	return errors.New("not replicated")
}
