// Package catalog is what the checks know about foreign APIs: names and what
// they mean, as tables, and nothing else. To change what the suite thinks of an
// API, edit a row here; a test resolves every name.
//
// Names are written as go/types prints them: "net/http.Get",
// "(*net/http.Client).Do", "(context.Context).Done"; types as "net/http.Client";
// fields as "time.Ticker.C".
package catalog

// Starters run the function passed as argument Arg in its own goroutine. The receiver does
// not count as an argument. Joined are those whose goroutines are waited for.
var Starters = map[string]struct {
	Arg    int
	Joined bool
}{
	"(*sync.WaitGroup).Go":                                            {0, true},
	"time.AfterFunc":                                                  {1, false},
	"(*golang.org/x/sync/errgroup.Group).Go":                          {0, true},
	"(*golang.org/x/sync/errgroup.Group).TryGo":                       {0, true},
	"(*gopkg.in/tomb.v2.Tomb).Go":                                     {0, true},
	"(*github.com/sourcegraph/conc.WaitGroup).Go":                     {0, true},
	"(*github.com/sourcegraph/conc/pool.Pool).Go":                     {0, true},
	"(*github.com/sourcegraph/conc/pool.ErrorPool).Go":                {0, true},
	"(*github.com/sourcegraph/conc/pool.ContextPool).Go":              {0, true},
	"(*github.com/oklog/run.Group).Add":                               {0, true},
	"(*github.com/gammazero/workerpool.WorkerPool).Submit":            {0, false},
	"(*github.com/panjf2000/ants/v2.Pool).Submit":                     {0, false},
	"github.com/panjf2000/ants/v2.Submit":                             {0, false},
	"(*github.com/alitto/pond.WorkerPool).Submit":                     {0, false},
	"(*github.com/alitto/pond.TaskGroup).Submit":                      {0, false},
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Go":             {0, true},
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Group).Go":    {0, true},
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Group).GoErr": {0, true},
}

// TimerChannels are fields that hold the channel of a timer, which is never closed, either:
// a range over it waits for the next Reset.
var TimerChannels = map[string]bool{"time.Timer.C": true}

// StartsTimer are the calls that start a timer when they are made, true for those that tick.
var StartsTimer = map[string]bool{
	"time.NewTicker": true,
	"time.Tick":      true,
	"time.NewTimer":  false,
	"time.After":     false,
}

// StopsTimer are the methods that stop a timer.
var StopsTimer = map[string]bool{"(*time.Ticker).Stop": true, "(*time.Timer).Stop": true}

// OneShotTimers are the timers that fire once: the fields that hold their channel and the methods that return it,
// the functions that make one, and the methods that stop one or start it again. Stop reports whether it was
// in time.
var OneShotTimers = struct{ Fields, Channels, Makes, Stops, Starts map[string]bool }{
	Fields: map[string]bool{
		"time.Timer.C":                         true,
		"github.com/benbjohnson/clock.Timer.C": true,
	},
	Channels: map[string]bool{
		"(k8s.io/utils/clock.Timer).C":                true,
		"(github.com/jonboulle/clockwork.Timer).Chan": true,
	},
	Makes: map[string]bool{
		"time.NewTimer":  true,
		"time.AfterFunc": true,
		"(github.com/benbjohnson/clock.Clock).Timer":      true,
		"(k8s.io/utils/clock.Clock).NewTimer":             true,
		"(github.com/jonboulle/clockwork.Clock).NewTimer": true,
	},
	Stops: map[string]bool{
		"(*time.Timer).Stop":                          true,
		"(*github.com/benbjohnson/clock.Timer).Stop":  true,
		"(k8s.io/utils/clock.Timer).Stop":             true,
		"(github.com/jonboulle/clockwork.Timer).Stop": true,
	},
	Starts: map[string]bool{
		"(*time.Timer).Reset":                          true,
		"(*github.com/benbjohnson/clock.Timer).Reset":  true,
		"(k8s.io/utils/clock.Timer).Reset":             true,
		"(github.com/jonboulle/clockwork.Timer).Reset": true,
	},
}

// KeepsAlive are parts of the names and texts of what is sent on a connection that is idle, in lower case.
var KeepsAlive = []string{"ping", "keepalive", "keep_alive", "keep-alive", "heartbeat"}

// Quiet are parts of the names and comments of what is done after a time in which nothing has come.
var Quiet = []string{"idle", "timeout", "timed out", "quiet", "debounce", "throttle", "coalesce", "settle", "inactiv", "silence", "stall", "stale", "delay", "retry", "backoff", "no more"}

// Periodic are parts of the names of intervals in which work is done.
var Periodic = []string{"interval", "every", "period", "freq", "tick"}

// Tickers are the sources of a tick channel that is never closed: fields that hold one, and
// calls that return one. Stop does not close it either.
var Tickers = struct{ Fields, Calls map[string]bool }{
	Fields: map[string]bool{
		"time.Ticker.C":                         true,
		"github.com/benbjohnson/clock.Ticker.C": true,
	},
	Calls: map[string]bool{
		"time.Tick":                                    true,
		"(k8s.io/utils/clock.Ticker).C":                true,
		"(k8s.io/utils/clock.Clock).Tick":              true,
		"(github.com/jonboulle/clockwork.Ticker).Chan": true,
	},
}

// ContextRoots make a context that nothing ever cancels.
var ContextRoots = map[string]bool{
	"context.Background": true,
	"context.TODO":       true,
}

// ContextRootVars hold a context that never ends.
var ContextRootVars = map[string]bool{"golang.org/x/oauth2.NoContext": true}

// ContextEnds make a context that ends by what their name says: an explicit
// cancel, a signal, the failure of a group, a deadline.
var ContextEnds = map[string]string{
	"context.WithCancel":                                       "cancel",
	"context.WithCancelCause":                                  "cancel",
	"os/signal.NotifyContext":                                  "signal",
	"golang.org/x/sync/errgroup.WithContext":                   "group",
	"context.WithTimeout":                                      "deadline",
	"context.WithTimeoutCause":                                 "deadline",
	"context.WithDeadline":                                     "deadline",
	"context.WithDeadlineCause":                                "deadline",
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Context": "shutdown",
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Detach":  "deadline",
}

// ContextDerives make a context from their first argument: one that ends with
// it ("parent"), or one that does not ("detached").
var ContextDerives = map[string]string{
	"context.WithValue":     "parent",
	"context.WithoutCancel": "detached",
}

// ProxyConstructors return a *httputil.ReverseProxy without a Transport.
var ProxyConstructors = map[string]bool{
	"net/http/httputil.NewSingleHostReverseProxy": true,
}
