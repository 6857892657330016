package stopnotcalled

import (
	"context"
	"time"
)

type jobs struct {
	waiting map[string]time.Time
	done    chan string
}

// The entry stays until the sweeper has found it.
func (j *jobs) wait(ctx context.Context, id string) error {
	j.waiting[id] = time.Now()
	select {
	case <-time.After(time.Minute):
		delete(j.waiting, id)
		return nil
	case <-ctx.Done():
		return ctx.Err() // want `waiting grows with each failure: what is added at line 15 is not deleted on this return, as it is at line 18`
	}
}

func (j *jobs) sweep() {
	for id, since := range j.waiting {
		if time.Since(since) > time.Hour {
			delete(j.waiting, id)
		}
	}
}
