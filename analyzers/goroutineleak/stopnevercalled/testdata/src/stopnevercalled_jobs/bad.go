// Package jobs starts schedulers that nothing stops.
package jobs

import "github.com/robfig/cron/v3"

func Schedule(report func()) error {
	c := cron.New()
	if _, err := c.AddFunc("@hourly", report); err != nil {
		return err
	}
	c.Start() // want `jobs run during and after the shutdown: c.Start starts them, and nothing calls Stop of the scheduler`
	return nil
}

// One of two, which a function of the package is passed.
func Either(two bool, report func()) {
	var c *cron.Cron
	if two {
		c = cron.New()
	} else {
		c = cron.New()
	}
	add(c, report)
	c.Start() // want `nothing calls Stop of the scheduler`
}

func add(c *cron.Cron, report func()) { _, _ = c.AddFunc("@daily", report) }

type Service struct {
	cron *cron.Cron
}

func NewService() *Service { return &Service{cron: cron.New()} }

func (s *Service) Begin(report func()) {
	_, _ = s.cron.AddFunc("@daily", report)
	s.cron.Start() // want `nothing calls Stop of the scheduler`
}
