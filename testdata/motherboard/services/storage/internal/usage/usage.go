// Package usage measures how much the tenants store.
package usage

import (
	"context"
	"log/slog"
	"time"

	"motherboard.example/platform/services/storage/internal/store"
)

// Meter logs the size of a store from time to time.
type Meter struct {
	objects  *store.Store
	interval time.Duration
}

// NewMeter returns a meter that logs once per interval.
func NewMeter(objects *store.Store, interval time.Duration) *Meter {
	return &Meter{objects: objects, interval: interval}
}

// Run logs until ctx ends.
func (m *Meter) Run(ctx context.Context) {
	ticker := time.NewTicker(m.interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			m.log()
		}
	}
}

func (m *Meter) log() {
	var count, size int64
	for _, object := range m.objects.Objects() {
		if object.Deleted.IsZero() {
			count++
			size += object.Size
		}
	}
	slog.Info("usage", "objects", count, "bytes", size)
}
