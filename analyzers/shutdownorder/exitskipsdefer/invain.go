package exitskipsdefer

import (
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/cause"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
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
	return stops && onError(p, exit) || catalog.ProfileEnds[name] && (onError(p, exit) || isFatal(p, exit))
}

// isFatal reports whether the name of an exit says that something has failed.
func isFatal(p *check.Pass, exit *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, exit)
	return fn != nil && strings.HasPrefix(fn.Name(), "Fatal")
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
