// Package servernotimeout is the check httptimeout/server-no-timeout: HTTP server has no
// limit for reading the header of a request.
package servernotimeout

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed servernotimeout.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "server-no-timeout",
	Title:      "HTTP server has no limit for reading the header of a request",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

const slowHeader = "slow clients can exhaust connections and goroutines"

// run reports
//
//	srv := &http.Server{Addr: addr, Handler: h} // and no srv.ReadTimeout = …
//	http.ListenAndServe(addr, h)
//
// ReadTimeout alone is enough: it bounds the header as well. The server is followed
// through variables, fields, parameters and results of the package to where a limit may
// be set.
func run(p *check.Pass) {
	if p.Pkg.Path() == "net/http" {
		return // there they are defined; here they are not for use
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	s := &serverCheck{p: p}
	nodes := []ast.Node{(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.ValueSpec)(nil), (*ast.AssignStmt)(nil)}
	for cur := range in.Root().Preorder(nodes...) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		switch n := cur.Node().(type) {
		case *ast.ValueSpec:
			s.zero(cur, n)
			continue
		case *ast.AssignStmt:
			s.setUp(cur, n)
			continue
		case *ast.CallExpr:
			if s.serveFunc(cur, n) || s.framework(cur, n) || s.fieldServer(cur, n) || valueflow.MadeByModule(p, n) {
				continue
			}
		}
		if made := valueflow.WithAmpersand(cur); httplimits.Of(p.Pass).Made(made.Node().(ast.Expr)) == httplimits.Server {
			s.judge(made)
		}
	}
}

// A serverCheck is server-no-timeout on one package.
type serverCheck struct {
	p   *check.Pass
	set *valueflow.Settings // built when the first server turns up
}

func (s *serverCheck) settings(in *inspector.Inspector) *valueflow.Settings {
	if s.set == nil {
		s.set = valueflow.FindSettings(s.p, in)
	}
	return s.set
}

// report files a finding about the server that f follows, unless something sets a limit.
func (s *serverCheck) report(f *valueflow.Flow, at ast.Expr, name string, fix func() *edit.Fix) {
	p := s.p
	if p.SaysBeside(at.Pos(), "nosec", "gosec") {
		p.Safe(at, name, verdict.Wanted, at.Pos())
		return
	}
	if f.Limited != nil {
		p.Safe(at, name, verdict.Limited, f.Limited.Pos())
		return
	}
	if p.SaysBeside(at.Pos(), "timeouts") {
		f.Doubt(verdict.Comment, at)
	}
	p.Report(check.Finding{
		At:      at,
		Message: fmt.Sprintf("%s: %s has neither ReadHeaderTimeout nor ReadTimeout", slowHeader, name),
		Doubts:  f.Doubts,
		Fix:     fix(),
	})
}

// judge reports the server made at cur.
func (s *serverCheck) judge(made inspector.Cursor) {
	p := s.p
	f := valueflow.Follow(p, s.settings(made.Inspector()), made, valueflow.HTTPServer)
	f.OfTests()
	if at := servesDevelopers(f); at != nil {
		f.Doubt(verdict.Endpoint, at)
	}
	s.report(f, made.Node().(ast.Expr), named(p, made, "http.Server"), func() *edit.Fix { return fixServer(p, made) })
}

// zero handles var srv http.Server.
func (s *serverCheck) zero(cur inspector.Cursor, spec *ast.ValueSpec) {
	if spec.Type == nil || len(spec.Values) > 0 || len(spec.Names) != 1 {
		return
	}
	p := s.p
	v, ok := p.TypesInfo.Defs[spec.Names[0]].(*types.Var)
	if !ok || callmatch.TypeName(v.Type()) != valueflow.HTTPServer || valueflow.IsPointer(v.Type()) || assigned(p, cur.Inspector(), v) {
		return // what is assigned to it is made elsewhere
	}
	f := valueflow.FollowVar(p, s.settings(cur.Inspector()), cur, v, valueflow.HTTPServer)
	if at := servesDevelopers(f); at != nil {
		f.Doubt(verdict.Endpoint, at)
	}
	s.report(f, spec.Names[0], v.Name(), func() *edit.Fix { return fixZeroServer(p, spec) })
}
