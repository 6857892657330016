package deferinloop

import (
	"context"
	"io"
	"os"
	"time"
)

// What is returned is read from the file.
func firstOf(paths []string) ([]byte, error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		defer f.Close() // want `f.Close runs when the function returns`
		if info, err := f.Stat(); err == nil && info.Size() > 0 {
			return io.ReadAll(f)
		}
	}
	return nil, nil
}

// There is nothing to cancel without a limit.
func optional(ctx context.Context, limits []time.Duration, work func(context.Context) error) error {
	for _, limit := range limits {
		within := ctx
		if limit > 0 {
			var cancel context.CancelFunc
			within, cancel = context.WithTimeout(ctx, limit)
			defer cancel() // want `cancel runs when the function returns`
		}
		if err := work(within); err != nil {
			return err
		}
	}
	return nil
}
