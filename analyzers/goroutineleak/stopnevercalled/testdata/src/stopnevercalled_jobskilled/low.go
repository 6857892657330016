package main

import (
	"net/http"

	"github.com/robfig/cron/v3"
)

// Nothing else is stopped in this program: the kill ends its jobs, too.
func main() {
	c := cron.New()
	c.Start() // want `nothing calls Stop of the scheduler`
	_ = http.ListenAndServe(":8080", nil)
}
