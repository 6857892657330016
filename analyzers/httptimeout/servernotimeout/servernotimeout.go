// Package servernotimeout is the check httptimeout/server-no-timeout: HTTP server has no
// limit for reading the header of a request.
package servernotimeout

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
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

// servesDevelopers returns where the code says that the server that f follows is reached by
// this machine's own users or by operators only: by its address, its handler, the names
// around it, or the listener that it is passed, in each place that serves it.
func servesDevelopers(f *valueflow.Flow) ast.Node {
	expr := f.Made.Node()
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	if loopbackaddr.IsOfServer(f.P, expr) || servesOperators(f, expr) || namedForOperators(f.P, f.Made, addrOf(expr)) || servedWithLocal(f) {
		return expr
	}
	var local ast.Node
	for _, use := range f.Uses {
		call, ok := use.Parent().Parent().Node().(*ast.CallExpr)
		if !ok || !catalog.HTTPServerMethods[callmatch.CalleeName(f.P.TypesInfo, call)] {
			continue
		}
		if len(call.Args) == 0 || !loopbackaddr.Is(f.P, call.Args[0]) && !madeListener(f.P, use, call.Args[0]) {
			return nil
		}
		local = call
	}
	return local
}

// addrOf returns the address in the literal of a server, nil if it has none.
func addrOf(server ast.Node) ast.Expr {
	lit, ok := server.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	return astindex.LitField(lit, "Addr")
}

// servesOperators reports whether each handler that the server is seen to get, in the literal
// lit or later, answers operators only. One that gets none has the default mux, unless its
// handler may be set elsewhere.
func servesOperators(f *valueflow.Flow, lit ast.Node) bool {
	var handlers []ast.Expr
	if lit, ok := lit.(*ast.CompositeLit); ok {
		if handler := astindex.LitField(lit, "Handler"); handler != nil {
			handlers = append(handlers, handler)
		}
	}
	for _, use := range f.Uses {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || !isServerHandler(f.P, sel) {
			continue
		}
		kind, i := use.Parent().ParentEdge()
		assign, ok := use.Parent().Parent().Node().(*ast.AssignStmt)
		if !ok || kind != edge.AssignStmt_Lhs || len(assign.Lhs) != len(assign.Rhs) {
			return false
		}
		handlers = append(handlers, assign.Rhs[i])
	}
	if len(handlers) > 0 {
		return !slices.ContainsFunc(handlers, func(h ast.Expr) bool { return !forOperators(f.P, h) })
	}
	for v := range f.Vars {
		if v.Embedded() {
			return false
		}
	}
	return len(f.Doubts) == 0 && forOperators(f.P, nil)
}

// servedWithLocal reports whether a function is passed the server, in the block that makes
// it, together with a listener of this machine, or one of [catalog.MetricsServers].
func servedWithLocal(f *valueflow.Flow) bool {
	for block := range f.Made.Enclosing((*ast.BlockStmt)(nil)) {
		for c := range block.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			args := call.Args
			i := slices.IndexFunc(args, func(arg ast.Expr) bool { return f.Vars[valueflow.Variable(f.P.TypesInfo, arg)] })
			if i >= 0 && catalog.MetricsServers[callmatch.CalleeName(f.P.TypesInfo, call)] {
				return true
			}
			if i >= 0 && i+1 < len(args) && callmatch.IsType(f.P.TypesInfo.TypeOf(args[i+1]), "net.Listener") && loopbackaddr.Is(f.P, args[i+1]) {
				return true
			}
		}
		break
	}
	return false
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
