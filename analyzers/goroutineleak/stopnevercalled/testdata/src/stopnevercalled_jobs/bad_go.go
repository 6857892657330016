package jobs

import (
	"github.com/go-co-op/gocron/v2"
	"github.com/robfig/cron/v3"
)

func InGoroutine(report func()) {
	c := cron.New()
	_, _ = c.AddFunc("@daily", report)
	go c.Run() // want `jobs run during and after the shutdown: c.Run starts them, and nothing calls Stop of the scheduler`
}

func Next() error {
	s, err := gocron.NewScheduler()
	if err != nil {
		return err
	}
	s.Start() // want `s.Start starts them, and nothing calls Shutdown of the scheduler`
	return nil
}

var nightly = cron.New()

func Nightly(report func()) {
	_, _ = nightly.AddFunc("@daily", report)
	nightly.Start() // want `nothing calls Stop of the scheduler`
}
