package demo

import "strings"

// A Gap is one mistake that the audit of the platform found.
type Gap struct {
	Number string // in the audit; empty for what it found besides
	Title  string
	// Checks are those that find it, with the directory where that is needed.
	Checks []Place
}

// A Place is a check, and the directory in which what it reports is the gap; empty for
// everywhere.
type Place struct{ ID, Dir string }

// Gaps are the gaps in the order of the audit. Its fifth, pending messages that are
// never claimed, needs a client of Redis, which the demo has not. A finding belongs to
// the first that has its place.
var Gaps = []Gap{
	{"1", "A cleanup goroutine is never stopped", in("goroutineleak/stop-never-signalled")},
	{"2", "The cleanup of sessions outlives its owner", []Place{
		{"goroutineleak/ticker-range", "apps/core-server"}, {"goroutineleak/ticker-range", "services/auth"}, {"goroutineleak/stop-never-called", ""}}},
	{"3", "Servers shut down without a drain, and wait for slow clients", []Place{
		{"shutdownorder/no-drain", ""}, {"httptimeout/server-no-timeout", "apps/core-server"}}},
	{"4", "Jobs that were claimed stay running forever", in("jobsafety/claim-no-recovery", "shutdownorder/double-close")},
	{"6", "The instance before gets SIGKILL, not SIGTERM", in("sigkill/force-kill")},
	{"7", "Messages are marked as sent before they are", in("jobsafety/sent-before-dispatch")},
	{"8", "Proxies and clients have no limits", in("httptimeout/default-transport-proxy", "httptimeout/client-no-timeout", "httptimeout/dial-no-timeout")},
	{"9", "The garbage collection cannot be stopped", in("goroutineleak/ticker-range", "ctxbackground/background-in-loop", "goroutineleak/unjoined-worker")},
	{"10", "One deferred call keeps the others from running", in("shutdownorder/deferred-blocking", "goroutineleak/unbounded-wait", "shutdownorder/exit-skips-defer", "shutdownorder/exit-status-lost")},
	{"11", "The last access is written without the lock", in("lockrace/write-after-runlock")},
	{"12", "Where lsof is missing, nothing happens, silently", in("sigkill/platform-exec")},
	{"13", "Requests have no ID across the proxies", in("tracing/missing-request-id")},
	{"14", "Addresses of other services default to localhost", in("localhostdefault/localhost-default", "localhostdefault/partial-guard")},
	{"15", "Shutdown hooks share one deadline", in("shutdownorder/shared-hook-budget")},
	{"", "Nothing handles SIGTERM, and servers have no timeouts", in("shutdownorder/no-signal-handling", "httptimeout/server-no-timeout", "httptimeout/body-no-limit")},
	{"", "Nothing recovers from a panic", in("panicguard/unrecovered-goroutine", "panicguard/unrecovered-callback")},
}

// in returns the places of checks that find a gap everywhere.
func in(ids ...string) []Place {
	var list []Place
	for _, id := range ids {
		list = append(list, Place{ID: id})
	}
	return list
}

// Of returns the index of a finding's gap; file is relative to the platform, with
// slashes. It is -1 for a finding that belongs to none.
func Of(id, file string) int {
	for i, g := range Gaps {
		for _, p := range g.Checks {
			if p.ID == id && (p.Dir == "" || strings.HasPrefix(file, p.Dir+"/")) {
				return i
			}
		}
	}
	return -1
}
