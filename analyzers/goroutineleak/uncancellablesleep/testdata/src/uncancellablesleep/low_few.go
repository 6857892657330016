package uncancellablesleep

import (
	"context"
	"time"
)

// All pauses together take three seconds.
func thriceInAll(ctx context.Context) error {
	attempts := 3
	var err error
	for i := 0; i < attempts; i++ {
		if i > 0 {
			time.Sleep(time.Duration(i) * time.Second) // want `time.Sleep in the loop at line \d+`
		}
		if err = call(ctx); err == nil {
			return nil
		}
	}
	return err
}
