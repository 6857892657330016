package main

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// lease is how long a claim is good for. A job that takes longer would have to
// renew it.
const lease = time.Minute

type state int

const (
	pending state = iota
	running
	done
)

type job struct {
	state state
	until time.Time // end of the lease while running
}

// jobs stands for a table of jobs that several workers share.
type jobs struct {
	mu   sync.Mutex
	list []job
}

func newJobs(n int) *jobs { return &jobs{list: make([]job, n)} }

// claim takes a pending job until the lease is over.
func (j *jobs) claim(now time.Time) (id int, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for id := range j.list {
		if j.list[id].state == pending {
			j.list[id] = job{running, now.Add(lease)}
			return id, true
		}
	}
	return 0, false
}

// settle writes the outcome of a claimed job: done, or pending again.
func (j *jobs) settle(ctx context.Context, id int, outcome error) {
	if err := ctx.Err(); err != nil {
		slog.Error("outcome not written", "job", id, "error", err)
		return // the lease will run out
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.list[id].state = done
	if outcome != nil {
		j.list[id].state = pending
	}
}

// recover takes back the jobs whose worker died.
func (j *jobs) recover(now time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for id := range j.list {
		if j.list[id].state == running && now.After(j.list[id].until) {
			j.list[id].state = pending
		}
	}
}

func (j *jobs) count(s state) (n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, job := range j.list {
		if job.state == s {
			n++
		}
	}
	return n
}
