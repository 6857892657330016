// Package nackmissing_poison acknowledges what it can read.
package nackmissing_poison

import (
	"context"
	"encoding/json"
	"log"

	"github.com/redis/go-redis/v9"
)

type job struct{ ID string }

type worker struct {
	rdb *redis.Client
	run func(job)
}

func (w *worker) handle(ctx context.Context, m redis.XMessage) {
	var j job
	raw, _ := m.Values["job"].(string)
	if err := json.Unmarshal([]byte(raw), &j); err != nil {
		log.Print(m.ID, err)
		return // want `entry stays pending forever: nothing here acknowledges m or moves it away, although json\.Unmarshal can never read it`
	}
	w.run(j)
	if err := w.rdb.XAck(ctx, "jobs", "workers", m.ID).Err(); err != nil {
		log.Print(err)
	}
}
