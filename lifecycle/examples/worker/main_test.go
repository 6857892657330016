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
	for _, enough := range []int{0, 1, 3} { // jobs
		j := newJobs(20)
		ctx, cancel := context.WithCancel(context.Background())
		result := make(chan error, 1)
		go func() { result <- run(ctx, j, time.Millisecond) }()
		for j.count(done) < enough {
			time.Sleep(time.Millisecond)
		}
		cancel()
		if err := <-result; err != nil {
			t.Error(err)
		}
		if n := j.count(running); n != 0 {
			t.Errorf("after %d jobs: %d are claimed by nobody", enough, n)
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
