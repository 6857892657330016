// Package expireapart is the check jobsafety/expire-apart: key of Redis stays without expiry when the
// process ends between two commands.
package expireapart

import (
	"embed"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/rediscmd"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed expireapart.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "expire-apart",
	Title:      "key of Redis stays without expiry when the process ends between two commands",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	n, err := rdb.Incr(ctx, key).Result()
//	…
//	if n == 1 {
//		rdb.Expire(ctx, key, time.Minute)
//	}
//
// and the same of other commands that make a key, also where functions of the package run them. Safe are
// commands of a pipeline, those that have an expiry themselves, keys whose missing expiry the function
// notices, and claims that it deletes at its return. Where each call sets the expiry, the next one repairs
// what this one has left: that is a doubt. A lock that is set without an expiry, and released by the
// function, is reported as well.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	f := rediscmd.NewFinder(p)
	byFunc := make(map[ast.Node][]*rediscmd.Command)
	for cur := range calls.All(p.Pass) {
		lockWithoutExpiry(p, cur)
		c := f.Find(cur)
		if c == nil || p.Quiet(c.Call.Pos()) {
			continue
		}
		if fn, ok := astindex.FuncAround(cur); ok {
			c.Fn = fn
			byFunc[fn.Node()] = append(byFunc[fn.Node()], c)
		}
	}
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		together(p, byFunc[cur.Node()])
	}
}

// together reports the commands of one function that make a key, and others set its expiry.
func together(p *check.Pass, list []*rediscmd.Command) {
	for _, w := range list {
		if !w.MakesKey() {
			continue
		}
		i := slices.IndexFunc(list, func(e *rediscmd.Command) bool {
			return e.Effect == catalog.RedisExpires && e.SameKey(p, w) && follows(w.Cur, e.Cur)
		})
		if i < 0 {
			continue
		}
		judge(p, w, list[i], list)
	}
}

func judge(p *check.Pass, w, e *rediscmd.Command, list []*rediscmd.Command) {
	if at := handled(p, w, list); at != nil {
		p.Safe(w.Call, p.Source(w.Key), verdict.Handled, at.Pos())
		return
	}
	var doubts []check.Doubt
	first := onlyFirst(p, w, e, list)
	if !first {
		doubts = append(doubts, check.Doubting(verdict.NextRepairs, e.Call.Pos()))
	}
	if at := dated(p, w); at != nil {
		doubts = append(doubts, check.Doubting(verdict.DatedKey, at.Pos()))
	}
	hop := "the expiry is set here"
	if _, ok := e.Cur.Parent().Node().(*ast.ExprStmt); ok {
		hop += ", and its error is dropped"
	}
	p.Report(check.Finding{
		At:      w.Call,
		Message: fmt.Sprintf(messages[w.Effect], p.Name(w.Key), p.Name(w.Call.Fun), p.Name(e.Call.Fun), p.Where(e.Call.Pos(), w.Call.Pos())),
		Trace:   []check.Hop{{Pos: e.Call.Pos(), Message: hop}},
		Doubts:  doubts,
		Fix:     fix(p, w, e, first),
	})
}

// messages are given the key, the command that makes it, the one that sets its expiry, and where that is.
var messages = map[catalog.RedisEffect]string{
	catalog.RedisCounts: "the counter %s never expires when the process ends after %s and before %s (%s), or the latter fails",
	catalog.RedisClaims: "the claim %s is never released when the process ends after %s and before %s (%s), or the latter fails",
	catalog.RedisPuts:   "the key %s never expires when the process ends after %s and before %s (%s), or the latter fails",
}
