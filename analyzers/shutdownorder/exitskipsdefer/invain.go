package exitskipsdefer

import (
	"go/ast"
	"go/constant"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/cause"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// inVain reports whether call lets the requests of a server finish, or writes down what
// was measured of the run, and the exit is there because something has failed: neither
// matters much then.
func inVain(p *check.Pass, call, exit *ast.CallExpr) bool {
	name := callmatch.CalleeName(p.TypesInfo, call)
	_, stops := catalog.ServerStops[name]
	return stops && onError(p, exit) || (catalog.ProfileEnds[name] || ofProfile(p, call)) && (onError(p, exit) || isFatal(p, exit))
}

// ofProfile reports whether call closes the file that a profile is written to.
func ofProfile(p *check.Pass, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v := syntax.VariableOf(p, sel.X)
	return v != nil && slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(use *ast.Ident) bool {
		cur, ok := syntax.CursorOf(p, use)
		if !ok {
			return false
		}
		start, ok := cur.Parent().Node().(*ast.CallExpr)
		return ok && catalog.ProfileStarts[callmatch.CalleeName(p.TypesInfo, start)]
	})
}

// isFatal reports whether an exit says that something has failed, by its name or its status.
func isFatal(p *check.Pass, exit *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, exit)
	if fn == nil || callmatch.Name(fn) != "os.Exit" || len(exit.Args) != 1 {
		return fn != nil && strings.HasPrefix(fn.Name(), "Fatal")
	}
	status := p.TypesInfo.Types[exit.Args[0]].Value
	return status != nil && constant.Sign(status) != 0
}

// endedItself reports whether call ends a variable, and the exit is there because its
// Serve or Run has returned an error.
//
//	defer srv.Shutdown()
//	if err := srv.Serve(); err != nil {
//		log.Fatal(err)
//	}
func endedItself(p *check.Pass, call, exit *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !syntax.Ends[sel.Sel.Name] {
		return false
	}
	assign, ok := cause.Of(p, exit).(*ast.AssignStmt)
	if !ok {
		return false
	}
	failed, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := ast.Unparen(failed.Fun).(*ast.SelectorExpr)
	return ok && cause.SameVar(p.TypesInfo, method.X, sel.X) && catalog.LifetimeWords[catalog.Words(method.Sel.Name)[0]]
}

// onError reports whether code runs because of an error that is not nil.
func onError(p *check.Pass, call *ast.CallExpr) bool {
	if ssainstr.ExitsOn(p, call) != nil {
		return true
	}
	cur, ok := syntax.CursorOf(p, call)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
		test := c.Node().(*ast.IfStmt)
		if syntax.Within(test.Body, call.Pos()) && callmatch.TestedError(p.TypesInfo, test.Cond) != nil {
			return true
		}
	}
	return false
}
