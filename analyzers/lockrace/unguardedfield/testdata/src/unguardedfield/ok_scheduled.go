package unguardedfield

import "github.com/robfig/cron/v3"

// The constructor makes the object ready before the scheduler runs.
type ledgerReport struct {
	jobs  *cron.Cron
	lines map[string]int
	due   chan string
}

func newLedgerReport(names []string) *ledgerReport {
	r := &ledgerReport{jobs: cron.New(), lines: make(map[string]int), due: make(chan string, 10)}
	for _, name := range names {
		_, _ = r.jobs.AddFunc("@hourly", func() { r.due <- name })
	}
	r.load(names)
	r.jobs.Start()
	return r
}

func (r *ledgerReport) load(names []string) {
	for _, name := range names {
		r.lines[name] = 1
	}
}
