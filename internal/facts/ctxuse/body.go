package ctxuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// use is what becomes of a context, the harmless first.
type use int

const (
	followed use = iota - 1 // its uses count under another name
	idle
	bounded
	waits
)

// body finds the worst use of one context in a function's body.
type body struct {
	r     *Result
	root  ast.Node
	seen  map[*types.Var]bool
	joins bool // the function waits for something, perhaps for its goroutines
	gives bool // the function returns a value that outlives the call, such as a reader
	worst use

	kept     bool // the context is stored, or a goroutine has it
	returned bool // what the function returns has it
	results  bool // the function returns something
	asked    bool // its end is asked for
	outlived bool // a goroutine that nothing waits for works with it
}

// Joins reports whether a function waits for a channel or a group, outside of
// the goroutines it starts.
func Joins(fn *ast.BlockStmt) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "Wait"
		}
		return !found
	})
	return found
}

// variable looks at every use of v below root.
func (b *body) variable(root ast.Node, v *types.Var) {
	if b.seen[v] {
		return
	}
	b.seen[v] = true
	limit := waits // lower once v has been replaced by a context with a deadline, or another one
	ast.PreorderStack(root, nil, func(n ast.Node, stack []ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || b.r.pass.TypesInfo.Uses[id] != v {
			return true
		}
		u := min(limit, b.ident(root, id, stack))
		if u != followed && reassigns(b.r.pass.TypesInfo, v, stack) {
			limit = u
		}
		b.worst = max(b.worst, u)
		if start := goStmt(stack); !b.joins && start != nil && u != idle {
			b.kept = true
			b.outlived = b.outlived || b.r.works(start, id, stack)
		}
		if b.gives && u != idle && inReturned(stack) {
			b.returned = true
		}
		return true
	})
}

// inReturned reports whether the innermost node is in a function literal that a return
// statement returns.
func inReturned(stack []ast.Node) bool {
	ret := slices.IndexFunc(stack, func(n ast.Node) bool { _, ok := n.(*ast.ReturnStmt); return ok })
	lit := slices.IndexFunc(stack, func(n ast.Node) bool { _, ok := n.(*ast.FuncLit); return ok })
	return ret >= 0 && lit > ret
}

// reassigns reports whether the innermost assignment around is one to v.
func reassigns(info *types.Info, v *types.Var, stack []ast.Node) bool {
	for _, n := range slices.Backward(stack) {
		if assign, ok := n.(*ast.AssignStmt); ok {
			id, ok := assign.Lhs[0].(*ast.Ident)
			return ok && info.ObjectOf(id) == v
		}
	}
	return false
}

// ident judges one use of the context by the node around it.
func (b *body) ident(root ast.Node, id *ast.Ident, stack []ast.Node) use {
	switch parent := stack[len(stack)-1].(type) {
	case *ast.SelectorExpr:
		b.asked = b.asked || parent.Sel.Name == "Done" || parent.Sel.Name == "Err"
		return method(b.r.pass.TypesInfo, parent, stack)
	case *ast.BinaryExpr:
		if parent.Op == token.EQL || parent.Op == token.NEQ {
			return idle
		}
	case *ast.AssignStmt:
		if slices.Contains(parent.Lhs, ast.Expr(id)) {
			return followed // it gets another value
		}
		return b.assigned(root, parent.Lhs, parent)
	case *ast.CallExpr:
		if i := slices.Index(parent.Args, ast.Expr(id)); i >= 0 {
			return b.argument(root, parent, i, stack[:len(stack)-1])
		}
	case *ast.KeyValueExpr, *ast.CompositeLit, *ast.ReturnStmt:
		b.put(stack)
	}
	return waits
}

// method judges a method of the context itself. Err and Deadline do not wait. Done does not
// wait in a select with a default, and with a timer no longer than the timer, unless a loop
// repeats the select. A select with a signal of the callee's owner counts like one with a
// timer.
func method(info *types.Info, sel *ast.SelectorExpr, stack []ast.Node) use {
	repeated := slices.ContainsFunc(stack, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
		return false
	})
	switch {
	case sel.Sel.Name == "Value":
		return idle
	case repeated:
		return waits
	case sel.Sel.Name == "Err" || sel.Sel.Name == "Deadline":
		return idle
	case beside(stack, isDefault):
		return idle
	case beside(stack, func(c ast.Stmt) bool { return ofTimer(info, c) || ofSignal(info, c) }):
		return bounded
	}
	return waits
}

func isDefault(clause ast.Stmt) bool { return clause.(*ast.CommClause).Comm == nil }

// beside reports whether the innermost node is in a case of a select that has another case
// for which like holds.
func beside(stack []ast.Node, like func(clause ast.Stmt) bool) bool {
	for i, n := range slices.Backward(stack) {
		if _, ok := n.(*ast.SelectStmt); !ok {
			continue
		}
		comm, ok := stack[min(i+2, len(stack)-1)].(*ast.CommClause)
		if !ok || comm.Comm == nil || comm.Comm.End() < stack[len(stack)-1].Pos() {
			return false // in a case's body
		}
		return slices.ContainsFunc(n.(*ast.SelectStmt).Body.List, like)
	}
	return false
}

// ofSignal reports whether a case receives what carries no data from a field's channel:
// the owner of the field can end the wait.
func ofSignal(info *types.Info, clause ast.Stmt) bool {
	stmt, ok := clause.(*ast.CommClause).Comm.(*ast.ExprStmt)
	if !ok {
		return false
	}
	recv, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW || callmatch.Field(info, recv.X) == nil {
		return false
	}
	return callmatch.IsSignal(info.TypeOf(recv.X))
}

func ofTimer(info *types.Info, clause ast.Stmt) bool {
	comm := clause.(*ast.CommClause).Comm
	found := false
	if comm != nil {
		ast.Inspect(comm, func(n ast.Node) bool {
			recv, ok := n.(*ast.UnaryExpr)
			if ok && recv.Op == token.ARROW {
				found = found || callmatch.IsChanOf(info.TypeOf(recv.X), "time.Time")
			}
			return !found
		})
	}
	return found
}

// assigned follows the context into the variable that begins lhs.
func (b *body) assigned(root ast.Node, lhs []ast.Expr, at ast.Node) use {
	id, ok := lhs[0].(*ast.Ident)
	if !ok {
		b.kept = true // a field
		return waits
	}
	if id.Name == "_" {
		return idle
	}
	v, ok := b.r.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Parent() == b.r.pass.Pkg.Scope() {
		b.kept = true
		return waits
	}
	b.variable(root, v)
	return followed
}

// argument judges a context that is passed to a call.
func (b *body) argument(root ast.Node, call *ast.CallExpr, i int, stack []ast.Node) use {
	fn := callmatch.Callee(b.r.pass.TypesInfo, call)
	if v := literalParam(b.r.pass.TypesInfo, call, i); v != nil {
		b.variable(root, v)
		return followed
	}
	name := callmatch.Name(fn)
	switch {
	case catalog.ContextDetaches[name] || b.r.IdleCall(call, i) && (fn == nil || !returnsContext(fn)):
		return idle
	case catalog.ContextEnds[name] == "deadline" || b.r.Bounded(fn, i):
		return bounded
	}
	if fn != nil {
		b.asked = b.asked || b.r.Asks(fn, i)
		b.outlived = b.outlived || b.r.Outlived(fn, i)
	}
	if fn == nil || !returnsContext(fn) {
		b.keptBy(fn, i, stack)
		return waits
	}
	if assign, ok := stack[len(stack)-1].(*ast.AssignStmt); ok && len(assign.Rhs) == 1 {
		return b.assigned(root, assign.Lhs, assign)
	}
	if outer, ok := stack[len(stack)-1].(*ast.CallExpr); ok {
		if j := slices.Index(outer.Args, ast.Expr(call)); j >= 0 {
			return b.argument(root, outer, j, stack[:len(stack)-1])
		}
	}
	b.keptBy(fn, i, stack)
	return waits
}

// put judges a context that becomes part of a value, which the function returns or passes
// on.
func (b *body) put(stack []ast.Node) {
	b.outlived = b.outlived || b.queued(stack)
	for _, n := range slices.Backward(stack) {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			b.returned = true
			return
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && n.Tok == token.DEFINE && id.Name != "_" {
				leaves := b.leaves(b.r.pass.TypesInfo.Defs[id])
				b.returned = b.returned || b.results && leaves
				b.kept = b.kept || !b.results && leaves
				return
			}
		}
	}
	b.kept = true
}

// keptBy judges a context that a call to a function of the package may keep, itself or in its
// result. It is not kept if a method of the result is called immediately and the result is
// dropped.
func (b *body) keptBy(fn *types.Func, i int, stack []ast.Node) {
	if fn == nil || fn.Pkg() != b.r.pass.Pkg || !b.r.keeps(fn, i) {
		return
	}
	if !b.r.InResult(fn, i) {
		b.kept = true
		return
	}
	if len(stack) > 1 {
		sel, ok := stack[len(stack)-1].(*ast.SelectorExpr)
		method, called := stack[len(stack)-2].(*ast.CallExpr)
		if ok && called && method.Fun == ast.Expr(sel) {
			return
		}
	}
	b.put(stack)
}

func returnsContext(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() > 0 && IsContext(results.At(0).Type())
}
