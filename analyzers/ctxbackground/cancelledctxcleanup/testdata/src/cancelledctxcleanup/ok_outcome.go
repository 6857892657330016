package cancelledctxcleanup

import (
	"context"
	"time"
)

// Silent: the limit is that of the work alone.
func (j *jobs) workAndRecordApart(ctx context.Context, id int, url string) error {
	state := "done"
	work, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := j.fetch(work, url); err != nil {
		state = "failed"
	}
	return j.SetStatus(ctx, id, state)
}

// Silent: what is recorded is no failure.
func (j *jobs) workAndCount(ctx context.Context, id int, url string) error {
	state := "fresh"
	if err := j.fetch(ctx, url); err == nil {
		state = "seen"
	}
	return j.SetStatus(ctx, id, state)
}
