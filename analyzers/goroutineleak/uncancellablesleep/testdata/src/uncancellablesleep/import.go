package uncancellablesleep

import (
	"context"
	"time"
)

// Nothing else uses the import.
func untilReady(ctx context.Context, s *settings) error {
	for {
		err := call(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(s.interval()) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
}
