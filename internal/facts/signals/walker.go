package signals

import (
	"go/ast"
	"go/token"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A walker walks one function body.
type walker struct {
	*Result
	direct  *ast.CallExpr
	spawned *ast.CallExpr // in a goroutine
	group   bool          // started by a group that can be waited for
	waits   bool          // after it
	beside  *ast.CallExpr // of a function that starts it, and gives nothing to wait for
	forever bool          // it blocks forever after that
}

func (w *walker) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // its caller is not known
		case *ast.GoStmt:
			w.spawn(n.Call.Fun, n.Call, false)
			return false
		case *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			return w.call(n)
		case *ast.ForStmt:
			if w.direct == nil && n.Cond == nil && repeats(n.Body) {
				w.direct = w.accepting(n.Body)
			}
		case *ast.SelectStmt:
			w.waits = w.waits || w.spawned != nil && !hasDefault(n)
			for _, c := range n.Body.List {
				for _, stmt := range c.(*ast.CommClause).Body {
					w.walk(stmt)
				}
			}
			w.forever = w.forever || len(n.Body.List) == 0
			return false
		case *ast.UnaryExpr:
			w.waits = w.waits || w.spawned != nil && n.Op == token.ARROW
		}
		return true
	})
}

// repeats reports whether the body of a loop does not end with what leaves it.
func repeats(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return false
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE
	}
	return true
}

// accepting returns the call by which the body of an endless loop accepts connections, nil if there is none,
// or only this host reaches the listener.
func (w *walker) accepting(body *ast.BlockStmt) (found *ast.CallExpr) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if ok && catalog.Accepts[callmatch.CalleeName(w.pass.TypesInfo, n)] && !w.privateListener(sel.X) {
				found = n
			}
		}
		return found == nil
	})
	return found
}

func hasDefault(s *ast.SelectStmt) bool {
	for _, c := range s.Body.List {
		if c.(*ast.CommClause).Comm == nil {
			return true
		}
	}
	return false
}

func (w *walker) call(call *ast.CallExpr) bool {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		w.walk(lit.Body)
		return true
	}
	fn := callmatch.Callee(w.pass.TypesInfo, call)
	name := callmatch.Name(fn)
	if row, ok := catalog.Starters[name]; ok && row.Arg < len(call.Args) {
		w.spawn(call.Args[row.Arg], nil, true)
		return false
	}
	if catalog.Joins[name] {
		w.waits = w.waits || w.spawned != nil && w.group
	}
	if w.direct == nil && w.Serves(fn) && !w.private(call, name) {
		w.direct = call
	}
	if fn != nil && w.spawned == nil && w.spawns[fn.Origin()] {
		if fn.Signature().Results().Len() > 0 { // by which it can be waited for
			w.spawned = call
		} else {
			w.beside = call
		}
	}
	return true
}

// imported reports whether a call serves what imported packages register with net/http, such as
// profiles: another one says more about what the function is for.
func (w *walker) imported(call *ast.CallExpr) bool {
	n := len(call.Args)
	return n > 1 && w.pass.TypesInfo.Types[call.Args[n-1]].IsNil()
}

// spawn looks at what a goroutine runs, unless a better one has been seen.
func (w *walker) spawn(fun ast.Expr, call *ast.CallExpr, group bool) {
	if w.spawned != nil && !w.imported(w.spawned) {
		return
	}
	serving := (*ast.CallExpr)(nil)
	if lit, ok := ast.Unparen(fun).(*ast.FuncLit); ok {
		serving = w.ServingCall(lit.Body)
	} else if fn := callmatch.Func(w.pass.TypesInfo, fun); call != nil && w.Serves(fn) && !w.private(call, callmatch.Name(fn)) {
		serving = call
	}
	if serving != nil {
		w.spawned, w.group = serving, group
	}
}
