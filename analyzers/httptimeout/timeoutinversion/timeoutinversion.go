// Package timeoutinversion is the check httptimeout/timeout-inversion: handler's timeout
// is longer than its server's WriteTimeout.
package timeoutinversion

import (
	"embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed timeoutinversion.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "timeout-inversion",
	Title:      "handler's timeout is longer than its server's WriteTimeout",
	Severity:   check.Low,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"net/http"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	srv := &http.Server{WriteTimeout: 10 * time.Second, …}
//	ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second) // in a handler
//
// and likewise a client with such a Timeout that a handler uses: when the peer is slow, the
// response comes after the server has closed the connection. Only limits of handlers count
// as the server's, and all of the package's must be constants; reading a header within some
// time limits no handler. Silent where the code is not seen to run in a handler. Doubtful
// when some server has no limit, or one that is no constant.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	inbound := inboundLimit(p, in)
	if inbound.limit == 0 {
		return // no handler has a limit
	}
	h := &handlers{p: p, in: in, known: make(map[ast.Node]bool)}
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		var limit ast.Expr
		var what string
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			if name := callmatch.CalleeName(p.TypesInfo, n); name == "context.WithTimeout" && h.serves(cur) {
				limit, what = n.Args[1], p.Source(n.Fun)
			}
		case *ast.CompositeLit:
			if callmatch.IsType(p.TypesInfo.TypeOf(n), valueflow.HTTPClient) && h.uses(valueflow.WithAmpersand(cur)) {
				limit, what = astindex.LitField(n, "Timeout"), "http.Client"
			}
		}
		if limit == nil {
			continue
		}
		if d, ok := duration(p.TypesInfo, limit); ok && d > inbound.limit {
			reportInversion(p, limit, what, d, inbound)
		}
	}
}

func reportInversion(p *check.Pass, limit ast.Expr, what string, d time.Duration, in inbound) {
	p.Report(check.Finding{
		At: limit,
		Message: fmt.Sprintf("slow upstream closes the client's connection instead of an error response: %s is %s, but %s at %s ends the response after %s",
			what, short(d), in.what, p.Where(in.pos, limit.Pos()), short(in.limit)),
		Trace:  []check.Hop{{Pos: in.pos, Message: "the response must be complete within " + short(in.limit)}},
		Doubts: in.doubts,
		Fix:    fixInversion(p, limit, in.limit),
	})
}

// An inbound limit is the longest time that the package's servers give a handler; 0 when
// there is none. That another server has no limit, or one that is not known, is a doubt:
// the handler may be its.
type inbound struct {
	limit  time.Duration
	what   string
	pos    token.Pos
	doubts []check.Doubt
}

func inboundLimit(p *check.Pass, in *inspector.Inspector) inbound {
	var longest inbound
	take := func(expr ast.Expr, what string) bool {
		if expr == nil || p.Quiet(expr.Pos()) {
			return expr != nil
		}
		d, ok := duration(p.TypesInfo, expr)
		if ok && d > longest.limit {
			longest.limit, longest.what, longest.pos = d, what, expr.Pos()
		}
		return ok && d > 0
	}
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		known := true
		switch n := cur.Node().(type) {
		case *ast.CompositeLit:
			if callmatch.IsType(p.TypesInfo.TypeOf(n), valueflow.HTTPServer) && !valueflow.IsPointer(p.TypesInfo.TypeOf(n)) && !loopbackaddr.IsOfServer(p, n) {
				known = take(astindex.LitField(n, "WriteTimeout"), "WriteTimeout")
			}
		case *ast.CallExpr:
			name := callmatch.CalleeName(p.TypesInfo, n)
			if l, ok := catalog.HandlerLimits[name]; ok {
				known = take(n.Args[l.Limit], p.Source(n.Fun))
			}
			_, serves := catalog.HTTPServeFuncs[name]
			known = known && !serves
		}
		if !known {
			longest.doubts = append(longest.doubts, check.Doubting(verdict.OtherObject, cur.Node().Pos()))
		}
	}
	return longest
}

// duration returns the constant that expr is.
func duration(info *types.Info, expr ast.Expr) (time.Duration, bool) {
	tv := info.Types[expr]
	if tv.Value == nil || tv.Value.Kind() != constant.Int {
		return 0, false
	}
	n, ok := constant.Int64Val(tv.Value)
	return time.Duration(n), ok
}
