package catalog

// Overlaps are calls that give a scheduler a job which it runs in a goroutine of its own, each time, with the positions
// of the schedule and of the job.
var Overlaps = map[string]struct{ Spec, Job int }{
	"(*github.com/robfig/cron/v3.Cron).AddFunc": {0, 1},
	"(*github.com/robfig/cron.Cron).AddFunc":    {0, 1},
}

// SkipsOverlap make a scheduler skip or delay a run while the one before works, where one of MakesSchedule gets it.
var (
	SkipsOverlap  = words("github.com/robfig/cron/v3.SkipIfStillRunning github.com/robfig/cron/v3.DelayIfStillRunning")
	MakesSchedule = words("github.com/robfig/cron/v3.New")
)
