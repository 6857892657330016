// Package nackmissing_poisonok does something with what it cannot read.
package nackmissing_poisonok

import (
	"context"
	"encoding/json"
	"log"

	"github.com/redis/go-redis/v9"
)

type job struct{ ID string }

type worker struct {
	rdb *redis.Client
	run func(job) error
}

// It is acknowledged as well.
func (w *worker) acked(ctx context.Context, m redis.XMessage) {
	var j job
	raw, _ := m.Values["job"].(string)
	if err := json.Unmarshal([]byte(raw), &j); err != nil {
		log.Print(m.ID, err)
		w.rdb.XAck(ctx, "jobs", "workers", m.ID)
		return
	}
	if err := w.run(j); err == nil {
		w.rdb.XAck(ctx, "jobs", "workers", m.ID)
	}
}

// It is moved away.
func (w *worker) moved(ctx context.Context, m redis.XMessage) {
	var j job
	raw, _ := m.Values["job"].(string)
	if err := json.Unmarshal([]byte(raw), &j); err != nil {
		w.park(ctx, m)
		return
	}
	if err := w.run(j); err == nil {
		w.rdb.XAck(ctx, "jobs", "workers", m.ID)
	}
}

func (w *worker) park(context.Context, redis.XMessage) {}

// The caller gets the error.
func (w *worker) returned(ctx context.Context, m redis.XMessage) error {
	var j job
	raw, _ := m.Values["job"].(string)
	if err := json.Unmarshal([]byte(raw), &j); err != nil {
		return err
	}
	return w.rdb.XAck(ctx, "jobs", "workers", m.ID).Err()
}

// What has failed for another reason is claimed again.
func (w *worker) failed(ctx context.Context, m redis.XMessage) {
	if err := w.run(job{ID: m.ID}); err != nil {
		log.Print(err)
		return
	}
	w.rdb.XAck(ctx, "jobs", "workers", m.ID)
}
