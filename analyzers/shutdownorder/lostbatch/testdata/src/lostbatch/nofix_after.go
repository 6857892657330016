package lostbatch

import (
	"context"
	"time"
)

type point struct{ series, value int }

type pointStore interface {
	InsertPoints(ctx context.Context, points []point) error
}

// What the cases leave open comes after the select: an iteration that has not filled the buffer skips it.
func ingest(ctx context.Context, db pointStore, points <-chan point, limit int) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var pending []point
	for {
		select {
		case p := <-points:
			pending = append(pending, p)
			if len(pending) < limit {
				continue
			}
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err() // want `what pending has collected is lost: the loop ends here without db\.InsertPoints\(ctx, pending\), which hands it on at line 30`
		}
		if err := db.InsertPoints(ctx, pending); err != nil {
			return err
		}
		pending = pending[:0]
	}
}
