package busyloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
)

// What is attempted.
const (
	runs  = "a program that ends is started again immediately"
	sends = "what is down or busy gets all attempts within moments"
)

// tried returns the call that a statement makes whose error it assigns or tests, and the error.
func (s *spin) tried(stmt ast.Stmt) (*ast.CallExpr, types.Object) {
	if test, ok := stmt.(*ast.IfStmt); ok {
		stmt = test.Init
	}
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Rhs) != 1 {
		return nil, nil
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	last, isName := assign.Lhs[len(assign.Lhs)-1].(*ast.Ident)
	if !ok || !isName || !callmatch.IsError(s.p.TypesInfo.TypeOf(call)) && !lastIsError(s.p.TypesInfo.TypeOf(call)) || s.quick(call) {
		return nil, nil
	}
	return call, s.p.TypesInfo.ObjectOf(last)
}

func lastIsError(t types.Type) bool {
	tuple, ok := t.(*types.Tuple)
	return ok && tuple.Len() > 0 && callmatch.IsError(tuple.At(tuple.Len()-1).Type())
}

// remote returns what a call attempts, "" if it is not known to ask another machine or to run a
// program.
func (s *spin) remote(call *ast.CallExpr, depth int) string {
	fn := callmatch.Callee(s.p.TypesInfo, call)
	if fn == nil {
		return ""
	}
	name := callmatch.Name(fn)
	if catalog.CommandWaits[name] {
		return runs
	}
	if catalog.SlowCalls[name] || outbound.Of(s.p.Pass).Sends(fn) || catalog.Queries[name] {
		return sends
	}
	decl := astindex.Of(s.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || depth == 0 {
		return ""
	}
	what, waits := "", false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt:
			waits = true // it may pause or repeat by itself
		case *ast.UnaryExpr:
			waits = waits || n.Op == token.ARROW
		case *ast.CallExpr:
			waits = waits || catalog.Drains[callmatch.CalleeName(s.p.TypesInfo, n)]
			if got := s.remote(n, depth-1); got != "" && what == "" {
				what = got
			}
		}
		return true
	})
	if waits {
		return ""
	}
	return what
}

// varies reports whether a call is given what the loop changes, apart from contexts and requests,
// which are made anew for each attempt.
func (s *spin) varies(call *ast.CallExpr) bool {
	found := false
	ast.Inspect(call, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		v, ok := s.p.TypesInfo.Uses[id].(*types.Var)
		if ok && s.from <= v.Pos() && v.Pos() < s.loop.Body.End() {
			name := callmatch.TypeName(v.Type())
			found = name != "context.Context" && name != "net/http.Request"
		}
		return !found
	})
	return found
}
