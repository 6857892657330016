// Package stopped starts schedulers, and stops them.
package stopped

import (
	"context"

	"github.com/go-co-op/gocron/v2"
	"github.com/robfig/cron/v3"
)

// Silent: the method of the owner stops it.
type Service struct{ cron *cron.Cron }

func NewService() *Service {
	s := &Service{cron: cron.New()}
	s.cron.Start()
	return s
}

func (s *Service) Close() { <-s.cron.Stop().Done() }

// Silent: a goroutine stops it when the context ends.
func Until(ctx context.Context) {
	c := cron.New()
	c.Start()
	go func() {
		<-ctx.Done()
		c.Stop()
	}()
}

// Silent: the caller has it.
func Start() *cron.Cron {
	c := cron.New()
	c.Start()
	return c
}

// Silent: the caller may stop what it passes in.
func Begin(c *cron.Cron) { c.Start() }

// Silent: the method value is for a caller.
func Hooked(onStop func(func() context.Context)) {
	c := cron.New()
	c.Start()
	onStop(c.Stop)
}

// Silent: it is known by two names, and one is stopped.
type pair struct{ scheduler gocron.Scheduler }

func Pair() (func() error, error) {
	s, err := gocron.NewScheduler()
	if err != nil {
		return nil, err
	}
	p := &pair{scheduler: s}
	p.scheduler.Start()
	return s.Shutdown, nil
}

// Silent: Run returns when it is stopped, and nothing else runs here.
func Run() {
	c := cron.New()
	c.Run()
}

var hourly = cron.New()

func Hourly() { hourly.Start() }

func EndHourly() { hourly.Stop() }
