package httptimeout

import (
	"fmt"
	"go/ast"
	"go/types"
	"iter"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/httplimits"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

var serverNoTimeout = &check.Check{
	Slug:       "server-no-timeout",
	Title:      "HTTP server waits for ever for the header of a request",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        runServerNoTimeout,
}

const httpServer = string(httplimits.Server)

const slowHeader = "a client that sends its header slowly, or never, holds a connection and a goroutine for ever"

// limitSayings are what a comment beside a server says that has no limits on purpose, to
// its reader or to the linters that miss the same.
var limitSayings = []string{"timeouts", "nosec", "gosec"}

// runServerNoTimeout reports
//
//	srv := &http.Server{Addr: addr, Handler: h} // and no srv.ReadTimeout = …
//	http.ListenAndServe(addr, h)
//
// ReadTimeout alone is enough: it bounds the header as well. Silent when a limit
// is set later or could be set where the check cannot see, when the address, or that
// of the listener, is a constant one of this machine, and when the listener is made in
// place for a connection that there is already.
func runServerNoTimeout(p *check.Pass) {
	if p.Pkg.Path() == "net/http" {
		return // there they are defined; here they are not for use
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	set := (*settings)(nil) // built when the first server turns up
	limits := func() *settings {
		if set == nil {
			set = findSettings(p, in, httpServer, httplimits.Limits)
		}
		return set
	}
	nodes := []ast.Node{(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.ValueSpec)(nil)}
	for cur := range in.Root().Preorder(nodes...) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		switch n := cur.Node().(type) {
		case *ast.ValueSpec:
			reportZeroServer(p, limits, cur, n)
			continue
		case *ast.CallExpr:
			if reportServeFunc(p, cur, n) || reportFieldServer(p, limits, cur, n) || reportedAtReturn(p, n) {
				continue
			}
		}
		made := withAmpersand(cur)
		if httplimits.Of(p.Pass).Made(made.Node().(ast.Expr)) != httplimits.Server || isLocalServer(p, cur.Node()) || servesProfiles(p, cur.Node()) || p.SaysBeside(cur.Node().Pos(), limitSayings...) {
			continue
		}
		if local := servedWhereMade(p, limits(), made); !local && limits().never(p, made) {
			p.Report(check.Finding{
				At:      made.Node().(ast.Expr),
				Message: fmt.Sprintf("%s has neither ReadHeaderTimeout nor ReadTimeout: %s", named(p, made, "http.Server"), slowHeader),
				Fix:     fixServer(p, made),
			})
		}
	}
}

// servedWhereMade notes that the variable a server is assigned to is served in the same
// function: other packages that could set a limit come too late. It reports
// whether the listener is one of this machine.
func servedWhereMade(p *check.Pass, set *settings, made inspector.Cursor) (local bool) {
	lhs := localvar.Target(made)
	if kv, ok := made.Parent().Node().(*ast.KeyValueExpr); ok {
		lhs = kv.Key
	}
	if lhs == nil {
		return false
	}
	v := variable(p.TypesInfo, lhs)
	local = servedWithLocal(p, made, v)
	for fn := range made.Enclosing((*ast.FuncDecl)(nil)) {
		for call := range servedBy(p, fn, v) {
			set.closed[v] = true
			local = local || len(call.Args) > 0 && (isLocalAddr(p, call.Args[0]) || madeListener(p, fn, call.Args[0]))
		}
	}
	if v != nil && v.IsField() {
		for call := range servedBy(p, made.Inspector().Root(), v) {
			local = local || len(call.Args) > 0 && isLocalAddr(p, call.Args[0])
		}
	}
	return local
}

// servedBy yields the calls below cur that put the server in v to work.
func servedBy(p *check.Pass, cur inspector.Cursor, v *types.Var) iter.Seq[*ast.CallExpr] {
	return func(yield func(*ast.CallExpr) bool) {
		for c := range cur.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if ok && v != nil && catalog.HTTPServerMethods[callmatch.CalleeName(p.TypesInfo, call)] && variable(p.TypesInfo, sel.X) == v && !yield(call) {
				return
			}
		}
	}
}

// reportZeroServer handles var srv http.Server.
func reportZeroServer(p *check.Pass, limits func() *settings, cur inspector.Cursor, spec *ast.ValueSpec) {
	if spec.Type == nil || len(spec.Values) > 0 || len(spec.Names) != 1 {
		return
	}
	v, ok := p.TypesInfo.Defs[spec.Names[0]].(*types.Var)
	if !ok || callmatch.TypeName(v.Type()) != httpServer || isPointer(v.Type()) {
		return
	}
	set := limits()
	if set.through[v] || set.public(p, v) || set.escapes(p, cur.Inspector(), v) || assigned(p, cur.Inspector(), v) {
		return
	}
	p.Report(check.Finding{
		At:      spec.Names[0],
		Message: fmt.Sprintf("%s has neither ReadHeaderTimeout nor ReadTimeout: %s", v.Name(), slowHeader),
		Fix:     fixZeroServer(p, spec),
	})
}
