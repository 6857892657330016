package main

import (
	"context"

	"github.com/robfig/cron/v3"
)

// Entries that come after Stop are never run.
type timetable struct{ cron *cron.Cron }

func (t *timetable) Start(work func()) {
	t.cron.Start()
	go func() {
		t.cron.AddFunc("@every 1m", work)
	}()
}

func (t *timetable) Stop() context.Context {
	return t.cron.Stop()
}
