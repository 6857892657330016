package servernotimeout

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// framework handles the methods of web frameworks that serve with a server of their own:
//
//	r := gin.Default(); r.Run(":8080")
//
// It reports whether call is one.
func (s *serverCheck) framework(cur inspector.Cursor, call *ast.CallExpr) bool {
	p := s.p
	serve, ok := catalog.FrameworkServes[callmatch.CalleeName(p.TypesInfo, call)]
	if !ok || valueflow.OfModule(p, callmatch.Callee(p.TypesInfo, call)) {
		return ok
	}
	if p.SaysBeside(call.Pos(), "nosec", "gosec") {
		p.Safe(call, p.Name(call.Fun), verdict.Wanted, call.Pos())
		return true
	}
	if limit := toldLimit(p, serve); limit.IsValid() {
		p.Safe(call, p.Name(call.Fun), verdict.Limited, limit)
		return true
	}
	p.Report(check.Finding{
		At:      call,
		Message: fmt.Sprintf("%s: %s serves without ReadHeaderTimeout and ReadTimeout", slowHeader, p.Name(call.Fun)),
		Doubts:  frameworkDoubts(p, cur, call, serve),
		Fix:     fixFramework(p, cur, call, serve),
	})
	return true
}

// frameworkDoubts are about which clients are served, and where the framework's value is
// made.
func frameworkDoubts(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, serve catalog.FrameworkServe) []check.Doubt {
	var doubts []check.Doubt
	var addr ast.Expr
	if serve.Addr >= 0 && serve.Addr < len(call.Args) {
		addr = call.Args[serve.Addr]
	}
	if addr != nil && loopbackaddr.Is(p, addr) || namedForOperators(p, cur, addr) {
		doubts = append(doubts, check.Doubting(verdict.Endpoint, call.Pos()))
	}
	if serve.New != "" && !makesBare(p, serve.New) && !writesLiteral(p, cur.Inspector(), serve.New) {
		doubts = append(doubts, check.Doubting(verdict.HandedIn, call.Pos()))
	}
	return doubts
}

// toldLimit returns where the package sets a limit of the framework.
func toldLimit(p *check.Pass, serve catalog.FrameworkServe) token.Pos {
	first := token.NoPos
	for v, uses := range astindex.Of(p.Pass).Uses {
		if !v.IsField() || v.Pkg() == nil {
			continue
		}
		isLimit := slices.ContainsFunc(serve.Limits, func(limit string) bool {
			return strings.HasSuffix(limit, "."+v.Name()) && strings.HasPrefix(limit, v.Pkg().Path()+".") && declares(v, limit)
		})
		if isLimit && (!first.IsValid() || uses[0].Pos() < first) {
			first = uses[0].Pos()
		}
	}
	return first
}

// declares reports whether name, of a field with its package and type, is that of v: a client of
// the framework may have fields of the same names as its server.
func declares(v *types.Var, name string) bool {
	path, _ := strings.CutSuffix(name, "."+v.Name())
	owner, ok := v.Pkg().Scope().Lookup(path[strings.LastIndex(path, ".")+1:]).(*types.TypeName)
	if !ok {
		return false
	}
	st, ok := owner.Type().Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(st.Fields()), func(field *types.Var) bool { return field.Origin() == v })
}

// makesBare reports whether the package makes the framework's value with what it can see: a
// call of name, outside tests, whose arguments are literals, or none.
func makesBare(p *check.Pass, name string) bool {
	for fn, calls := range astindex.Of(p.Pass).Calls {
		if callmatch.Name(fn) != name {
			continue
		}
		for _, call := range calls {
			if inTest := strings.HasSuffix(p.Fset.File(call.Expr.Pos()).Name(), "_test.go"); !inTest && !slices.ContainsFunc(call.Expr.Args, func(arg ast.Expr) bool { _, lit := ast.Unparen(arg).(*ast.CompositeLit); return !lit }) {
				return true
			}
		}
	}
	return false
}

// writesLiteral reports whether the package has a literal of the type of that name, outside tests.
func writesLiteral(p *check.Pass, in *inspector.Inspector, name string) bool {
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		if callmatch.TypeName(p.TypesInfo.TypeOf(lit)) == name && !strings.HasSuffix(p.Fset.File(lit.Pos()).Name(), "_test.go") {
			return true
		}
	}
	return false
}

// fixFramework serves a handler with an http.Server of the program. Other frameworks keep
// their server, and have settings of their own for its limits.
func fixFramework(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, serve catalog.FrameworkServe) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !serve.Handles {
		return nil
	}
	if _, alone := cur.Parent().Node().(*ast.ExprStmt); serve.Dies && !alone {
		return nil
	}
	e := p.Edit(call.Pos())
	addr := addressOf(p, e, call)
	if addr == "" {
		return nil
	}
	http := e.Import(call.Pos(), "net/http", "http")
	method, rest := ".ListenAndServe(", ""
	if len(call.Args) == 3 { // with a certificate and its key
		method, rest = ".ListenAndServeTLS(", p.Source(call.Args[1])+", "+p.Source(call.Args[2])
	}
	limits := limitsAt(e, call.Pos())
	fields := append([]string{"Addr: " + addr, "Handler: " + p.Source(sel.X)}, limits.elements()...)
	with := serverLiteral(e, call.Pos(), http, fields) + method + rest + ")"
	if serve.Dies {
		with = e.Import(call.Pos(), "log", "log") + ".Fatal(" + with + ")"
	}
	e.Replace(call.Pos(), call.End(), with)
	return e.Fix("Serve with an http.Server whose ReadHeaderTimeout is "+limits.header+" and IdleTimeout "+limits.idle, limits.changes())
}

// addressOf returns the address that a framework is asked to serve on, as code, "" if it is
// not said: addr, or host and port.
func addressOf(p *check.Pass, e *edit.Builder, call *ast.CallExpr) string {
	kind := func(i int) types.BasicKind {
		b, ok := types.Default(p.TypesInfo.TypeOf(call.Args[i])).(*types.Basic)
		if !ok {
			return types.Invalid
		}
		return b.Kind()
	}
	switch {
	case call.Ellipsis.IsValid() || len(call.Args) == 0 || kind(0) != types.String:
		return ""
	case len(call.Args) == 2 && kind(1) == types.Int:
		net, conv := e.Import(call.Pos(), "net", "net"), e.Import(call.Pos(), "strconv", "strconv")
		return net + ".JoinHostPort(" + p.Source(call.Args[0]) + ", " + conv + ".Itoa(" + p.Source(call.Args[1]) + "))"
	case len(call.Args) == 2:
		return ""
	}
	return p.Source(call.Args[0])
}
