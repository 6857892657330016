package jobs

import "github.com/robfig/cron/v3"

// The initialization of a package runs once.
func init() {
	c := cron.New()
	c.Start() // want `nothing calls Stop of the scheduler`
}
