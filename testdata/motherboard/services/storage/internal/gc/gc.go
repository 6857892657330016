// Package gc removes the content of objects that were deleted a while ago.
package gc

import (
	"context"
	"errors"
	"os"
	"time"

	"motherboard.example/platform/services/storage/internal/store"
)

// Run collects the objects deleted more than bufferDays ago and returns how
// many it removed.
func Run(ctx context.Context, objects *store.Store, bufferDays int) (removed int, err error) {
	limit := time.Now().AddDate(0, 0, -bufferDays)
	for key, object := range objects.Objects() {
		if object.Deleted.IsZero() || object.Deleted.After(limit) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return removed, err
		}
		if err := os.Remove(objects.Path(key)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return removed, err
		}
		if err := objects.Forget(ctx, key); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}
