// Package unboundedstart is the check goroutineleak/unbounded-start: goroutine is started for
// each message or request, without a limit.
package unboundedstart

import (
	"embed"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed unboundedstart.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of goroutineleak.
//
// Of low confidence, because what sends the messages may be slow, or have a limit of its own.
var Check = &check.Check{
	Slug:       "unbounded-start",
	Title:      "goroutine is started for each message or request, without a limit",
	Severity:   check.Medium,
	Confidence: check.Doubtful,
	Since:      "0.1.0",
	Unfixable:  "how many may run at a time is a decision",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for msg := range messages {
//		go handle(msg) // as many as there are messages
//	}
//
// loops over what a scanner, a connection or a broker yields, over a parameter where each goroutine
// talks to another machine, and handlers of requests, also
// where a helper that they call starts the goroutine. Silent where something is acquired before
// the start, or tested, where the loop or the handler waits for the goroutine, and for
// connections that are accepted.
func run(p *check.Pass) {
	s := &starts{p: p, in: p.ResultOf[inspect.Analyzer].(*inspector.Inspector), index: astindex.Of(p.Pass), deferred: make(map[*ast.CallExpr]bool)}
	for _, start := range s.index.Starts {
		name := callmatch.CalleeName(p.TypesInfo, start.Call)
		if p.Quiet(start.Node.Pos()) || catalog.ErrGroupMethods[name] == "go" && s.limitsGroups() {
			continue
		}
		cur, ok := astindex.Find(s.in, start.Node)
		if !ok {
			continue
		}
		s.limit = token.NoPos
		if per := s.per(cur, 3); per != nil {
			p.Report(check.Finding{
				At:      start.Node,
				Message: per.message(),
				Trace:   []check.Hop{{Pos: per.pos, Message: "once for each of " + per.what}},
			})
		} else if s.limit.IsValid() {
			p.Safe(start.Node, "the goroutine", verdict.Limited, s.limit)
		}
	}
}

// starts finds what goroutines are started for.
type starts struct {
	p     *check.Pass
	in    *inspector.Inspector
	index *astindex.Index
	limit token.Pos // what has been found to limit the start that is judged

	deferred map[*ast.CallExpr]bool
}

// limitsGroups reports whether the package sets a limit of a group.
func (s *starts) limitsGroups() bool {
	for fn := range s.index.Calls {
		if catalog.ErrGroupMethods[callmatch.Name(fn)] == "limit" {
			return true
		}
	}
	return false
}
