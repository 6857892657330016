package main

import (
	"context"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle/lifecycletest"
)

// Stopped at any moment, it leaves no job claimed.
func TestNoJobStaysClaimed(t *testing.T) {
	lifecycletest.NoLeaks(t)
	for _, after := range []time.Duration{0, 10, 60, 120} {
		j := newJobs(20)
		ctx, cancel := context.WithTimeout(context.Background(), after*time.Millisecond)
		if err := run(ctx, j, 5*time.Millisecond); err != nil {
			t.Error(err)
		}
		cancel()
		if n := j.count(running); n != 0 {
			t.Errorf("after %d ms: %d jobs are claimed by nobody", after, n)
		}
		if after >= 120 && j.count(done) == 0 {
			t.Error("nothing was done")
		}
	}
}

func TestRecoverTakesBackOnlyExpiredLeases(t *testing.T) {
	j := newJobs(2)
	start := time.Now()
	j.claim(start)
	j.claim(start.Add(30 * time.Second))
	j.recover(start.Add(lease + time.Second))
	if j.count(pending) != 1 || j.count(running) != 1 {
		t.Errorf("%d pending, %d running: a job that is only slow was taken back", j.count(pending), j.count(running))
	}
}
