package cancelledctxcleanup

import (
	"context"
	"time"
)

// A job that its limit ends is recorded with the context that has ended.
func (j *jobs) workAndRecord(ctx context.Context, id int, url string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	state := "done"
	if err := j.fetch(ctx, url); err != nil {
		state = "failed"
	}
	return j.SetStatus(ctx, id, state) // want "what was done stays half done: j.SetStatus is passed ctx, whose end may be why j.fetch has failed \\(line \\d+\\)"
}
