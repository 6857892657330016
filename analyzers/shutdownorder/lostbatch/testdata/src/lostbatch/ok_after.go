package lostbatch

import (
	"context"
	"time"
)

// Nope. Each iteration stores what it has received.
func eachOne(ctx context.Context, points <-chan record) error {
	var pending []record
	for {
		select {
		case p := <-points:
			pending = append(pending, p)
		case <-ctx.Done():
			return nil
		}
		if err := store(pending); err != nil {
			return err
		}
		pending = pending[:0]
	}
}

// Nope. The case stores the rest before it leaves the loop.
func lastOne(ctx context.Context, db pointStore, points <-chan point, limit int) error {
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
			return db.InsertPoints(context.WithoutCancel(ctx), pending)
		}
		if err := db.InsertPoints(ctx, pending); err != nil {
			return err
		}
		pending = pending[:0]
	}
}

// Nope. What it has collected is emptied before each wait.
func windows(stop <-chan struct{}, points <-chan record) {
	for {
		var window []record
		select {
		case p := <-points:
			window = append(window, p)
			if p.count == 0 {
				continue
			}
		case <-stop:
			return
		}
		store(window)
		window = nil
	}
}
