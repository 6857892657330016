// Package unownedrelease is the check jobsafety/unowned-release: lock of another process is released.
package unownedrelease

import (
	"embed"
	"fmt"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/rediscmd"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unownedrelease.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "unowned-release",
	Title:      "lock of another process is released",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Unfixable:  "the comparison of the owner and the change have to be one step of the server, and the owner has to be passed to it",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	ok, err := rdb.SetNX(ctx, key, token, ttl).Result()
//	…
//	defer rdb.Del(ctx, key) // the lock may be that of another process by now
//
// and the same where one method acquires the lock and another one releases it. Silent where the function
// reads the key before it deletes it, and for keys without an expiry, which only their owner deletes. The
// claims of rows in a database that expire are such locks as well, and those of a session on a pool.
func run(p *check.Pass) {
	rows(p)
	sessions(p)
	f := rediscmd.NewFinder(p)
	var claims, releases []*rediscmd.Command
	for cur := range calls.All(p.Pass) {
		c := f.Find(cur)
		if c == nil || p.Quiet(c.Call.Pos()) {
			continue
		}
		switch {
		case c.Effect == catalog.RedisClaims && c.Expires, c.Effect == catalog.RedisPuts && onlyIfNew(p, c):
			claims = append(claims, c)
		case c.Effect == catalog.RedisDeletes && releasing(c):
			releases = append(releases, c)
		}
	}
	for _, r := range releases {
		if i := slices.IndexFunc(claims, func(c *rediscmd.Command) bool { return sameLock(p, c, r) }); i >= 0 {
			report(p, claims[i], r)
		}
	}
}

func report(p *check.Pass, claim, release *rediscmd.Command) {
	if at := compared(p, release); at != nil {
		p.Safe(release.Call, p.Source(release.Key), verdict.Handled, at.Pos())
		return
	}
	if at, ok := p.Wanted(release.Call); ok {
		p.Safe(release.Call, p.Source(release.Key), verdict.Wanted, at)
		return
	}
	p.Report(check.Finding{
		At: release.Call,
		Message: fmt.Sprintf("%s releases the lock %s also when it has expired and another process holds it: nothing compares its value with the one of %s (%s)",
			p.Name(release.Call.Fun), p.Name(release.Key), p.Name(claim.Call.Fun), p.Where(claim.Call.Pos(), release.Call.Pos())),
		Trace: []check.Hop{{Pos: claim.Call.Pos(), Message: "the lock is acquired here"}},
	})
}
