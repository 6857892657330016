package catalog

// Sleeps pause the goroutine for the duration given as first argument, and
// nothing can end the pause.
var Sleeps = map[string]bool{"time.Sleep": true}

// Timeouts return a channel that is ready once, after the duration given as
// first argument.
var Timeouts = map[string]bool{"time.After": true}

// WaitGroupMethods count the goroutines that a group waits for.
var WaitGroupMethods = map[string]string{
	"(*sync.WaitGroup).Add":  "add",
	"(*sync.WaitGroup).Done": "done",
	"(*sync.WaitGroup).Go":   "go",
	"(*sync.WaitGroup).Wait": "wait",
}

// Joins return when the goroutines of a group are through.
var Joins = map[string]bool{
	"(*sync.WaitGroup).Wait":                                         true,
	"(*golang.org/x/sync/errgroup.Group).Wait":                       true,
	"(*github.com/sourcegraph/conc.WaitGroup).Wait":                  true,
	"(*github.com/sourcegraph/conc/pool.Pool).Wait":                  true,
	"(*github.com/sourcegraph/conc/pool.ErrorPool).Wait":             true,
	"(*github.com/sourcegraph/conc/pool.ContextPool).Wait":           true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Group).Stop": true,
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Wait":          true,
}
