package confirm

import "github.com/lifecyclelint/lifecyclelint/internal/profile"

// A claim says which profiles can confirm the findings of a check, and whether a blocked
// call below the line of the finding does.
type claim struct {
	kinds []profile.Kind
	calls bool // the finding is of a call that may not return
}

var (
	stuck   = claim{kinds: []profile.Kind{profile.Goroutine, profile.Leak}}
	waiting = claim{kinds: []profile.Kind{profile.Goroutine, profile.Leak}, calls: true}
	locked  = claim{kinds: []profile.Kind{profile.Goroutine, profile.Leak, profile.Block, profile.Mutex}, calls: true}
)

// claims are the checks whose findings are about goroutines that block forever. A profile
// of goroutines shows nothing about the findings of other checks.
var claims = map[string]claim{
	"goroutineleak/blocked-receive":          stuck,
	"goroutineleak/blocked-send":             stuck,
	"goroutineleak/failed-constructor":       stuck,
	"goroutineleak/no-exit":                  stuck,
	"goroutineleak/stop-never-called":        stuck,
	"goroutineleak/stop-never-signalled":     stuck,
	"goroutineleak/ticker-range":             stuck,
	"goroutineleak/unbounded-wait":           waiting,
	"goroutineleak/uncancellable-sleep":      stuck,
	"ctxbackground/background-in-loop":       waiting,
	"ctxbackground/background-over-param":    waiting,
	"ctxbackground/call-without-context":     waiting,
	"ctxbackground/detached-without-timeout": waiting,
	"ctxbackground/shared-call-caller-ctx":   waiting,
	"httptimeout/client-no-timeout":          waiting,
	"httptimeout/default-transport-proxy":    waiting,
	"lockrace/blocking-under-lock":           locked,
	"lockrace/double-lock":                   locked,
	"lockrace/lock-leak":                     locked,
	"lockrace/lock-order":                    locked,
	"shutdownorder/deferred-blocking":        waiting,
	"shutdownorder/wait-before-stop":         waiting,
}
