package signals

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Unshut returns the call by which main, or a function that it calls, makes another package of the
// module serve in a goroutine, where main handles the signal, and nothing that the program runs stops
// a server; nil if there is none.
func (r *Result) Unshut() *ast.CallExpr {
	if !r.registers || !r.run.Has(Handles) || r.run.Has(StopsServer) {
		return nil
	}
	return r.servedElsewhere(3)
}

// Unheard returns the call by which main makes another package of the module serve, where nothing
// handles the signal; nil if there is none. Main blocks forever after the call, or does no more than
// to look at its error: then the call lasts as long as the program.
func (r *Result) Unheard() *ast.CallExpr {
	if r.Handled() {
		return nil
	}
	call := r.servedElsewhere(0)
	if call == nil || !r.blocksBehind(call) && !r.isLast(call) {
		return nil
	}
	return call
}

// isLast reports whether a call is in the last statement of main, tests of its error apart.
func (r *Result) isLast(call *ast.CallExpr) bool {
	list := r.mainBody().List
	for i, stmt := range list {
		if stmt.Pos() > call.Pos() || call.End() > stmt.End() {
			continue
		}
		if test, ok := stmt.(*ast.IfStmt); ok && (test.Init == nil || call.Pos() >= test.Init.End()) {
			return false // in a branch
		}
		for _, later := range list[i+1:] {
			test, ok := later.(*ast.IfStmt)
			if !ok || test.Init != nil || callmatch.TestedError(r.pass.TypesInfo, test.Cond) == nil {
				return false
			}
		}
		return true
	}
	return false
}

// servedElsewhere returns the call in main, or up to depth calls below it, of a function of another
// package of the module that serves, nil if there is none, or if main serves itself.
func (r *Result) servedElsewhere(depth int) *ast.CallExpr {
	body := r.mainBody()
	if body == nil || !r.run.Has(ServesRequests) {
		return nil
	}
	return r.servedIn(body, depth, make(map[*types.Func]bool))
}

func (r *Result) servedIn(body ast.Node, depth int, seen map[*types.Func]bool) (found *ast.CallExpr) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found != nil {
			return found == nil
		}
		fn := callmatch.Callee(r.pass.TypesInfo, call)
		switch {
		case fn == nil:
		case fn.Pkg() != r.pass.Pkg:
			if !callmatch.Foreign(r.pass, fn) && r.fact(fn.Origin()).Traits.Has(ServesRequests) {
				found = call
			}
		case depth > 0 && !seen[fn] && r.decls[fn] != nil && r.decls[fn].Body != nil && !r.serves[fn]:
			seen[fn] = true
			found = r.servedIn(r.decls[fn].Body, depth-1, seen)
		}
		return true
	})
	return found
}

// mainBody returns the body of the program's main function, nil if that serves itself, and in a
// package that is no program.
func (r *Result) mainBody() *ast.BlockStmt {
	main, ok := r.pass.Pkg.Scope().Lookup("main").(*types.Func)
	if !ok || r.pass.Pkg.Name() != "main" || r.decls[main] == nil || r.serves[main] {
		return nil
	}
	return r.decls[main].Body
}

// blocksBehind reports whether a statement of main, after a call, waits for something that is not
// known to come: an empty select, a receive, a group.
func (r *Result) blocksBehind(call *ast.CallExpr) bool {
	for _, stmt := range r.mainBody().List {
		if stmt.Pos() < call.End() {
			continue
		}
		switch stmt := stmt.(type) {
		case *ast.SelectStmt:
			return true
		case *ast.ExprStmt:
			recv, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr)
			wait, isCall := stmt.X.(*ast.CallExpr)
			if ok && recv.Op == token.ARROW || isCall && catalog.Joins[callmatch.CalleeName(r.pass.TypesInfo, wait)] {
				return true
			}
		}
	}
	return false
}
