package lostbatch

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// A handing is the call by which a batch is passed on.
type handing struct {
	batch string // as the loop names it
	call  *ast.CallExpr
	stmt  ast.Stmt // the statement of the call
}

func (b *batcher) clauses() []*ast.CommClause {
	var list []*ast.CommClause
	for _, s := range b.sel.Body.List {
		list = append(list, s.(*ast.CommClause))
	}
	return list
}

// collected returns the variables outside of the loop to which a case adds what it receives.
func (b *batcher) collected() []*types.Var {
	var list []*types.Var
	for _, clause := range b.clauses() {
		if _, receives := clause.Comm.(*ast.AssignStmt); !receives {
			continue
		}
		for _, s := range clause.Body {
			ast.Inspect(s, func(n ast.Node) bool {
				if v := b.adds(n); v != nil && !slices.Contains(list, v) {
					list = append(list, v)
				}
				_, lit := n.(*ast.FuncLit)
				return !lit
			})
		}
	}
	return list
}

// adds returns the variable that a statement adds an element to:
//
//	batch = append(batch, item)
//	sums[key] += n
func (b *batcher) adds(n ast.Node) *types.Var {
	assign, ok := n.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 {
		return nil
	}
	if index, ok := assign.Lhs[0].(*ast.IndexExpr); ok {
		if _, isMap := b.p.TypesInfo.TypeOf(index.X).Underlying().(*types.Map); isMap {
			return b.variable(index.X)
		}
		return nil
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || len(call.Args) < 2 || !callmatch.IsBuiltin(b.p.TypesInfo, call, "append") {
		return nil
	}
	if v := b.variable(assign.Lhs[0]); v != nil && v == b.variable(call.Args[0]) {
		return v
	}
	return nil
}

// variable returns the variable that expr names, if it outlives the iterations of the loop: a
// local one of the function, or a field.
func (b *batcher) variable(expr ast.Expr) *types.Var {
	v := syntax.VariableOf(b.p, expr)
	if v == nil || !v.IsField() && b.loop != nil && syntax.Within(b.loop, v.Pos()) || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

// handsOn returns the call in the loop that is passed v, or that uses it in a function of the
// package, where that function or the case empties v.
func (b *batcher) handsOn(v *types.Var) *handing {
	var found *handing
	var stmt ast.Stmt
	for _, clause := range b.parts() {
		ast.Inspect(clause, func(n ast.Node) bool {
			if s, ok := n.(ast.Stmt); ok {
				if _, block := s.(*ast.BlockStmt); !block {
					stmt = s
				}
			}
			call, ok := n.(*ast.CallExpr)
			if ok && found == nil && b.hands(call, clause, v) && b.postponed(clause, call) {
				found = &handing{batch: b.named(clause, call, v), call: call, stmt: stmt}
			}
			return found == nil
		})
	}
	return found
}

// hands reports whether a call passes v on, and v is emptied with it.
func (b *batcher) hands(call *ast.CallExpr, clause ast.Node, v *types.Var) bool {
	tv := b.p.TypesInfo.Types[call.Fun]
	if tv.IsType() || tv.IsBuiltin() || b.logs(call) {
		return false
	}
	if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return b.passes(arg, v) }) {
		body := b.body(call)
		return b.empties(clause, v) || body != nil && b.empties(body, v)
	}
	body := b.body(call)
	return body != nil && b.empties(body, v) && b.takes(body, v)
}

func (b *batcher) logs(call *ast.CallExpr) bool {
	fn := callmatch.Callee(b.p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && catalog.LogPackages[fn.Pkg().Path()]
}

// passes reports whether an argument is v, or made of it.
func (b *batcher) passes(arg ast.Expr, v *types.Var) bool {
	if call, ok := ast.Unparen(arg).(*ast.CallExpr); ok && callmatch.IsBuiltin(b.p.TypesInfo, call, "len") {
		return false
	}
	if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok { // it may fill v
		return b.takes(lit.Body, v)
	}
	return b.uses(arg, v)
}

// takes reports whether a body ranges over v or passes it to a call.
func (b *batcher) takes(body ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			found = found || b.uses(n.X, v)
		case *ast.CallExpr:
			tv := b.p.TypesInfo.Types[n.Fun]
			found = found || !tv.IsType() && !tv.IsBuiltin() && !b.logs(n) && slices.ContainsFunc(n.Args, func(arg ast.Expr) bool { return b.passes(arg, v) })
		}
		return !found
	})
	return found
}

// empties reports whether a node assigns something new to v, other than what it grows by.
func (b *batcher) empties(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				found = found || n.Tok == token.ASSIGN && syntax.VariableOf(b.p, lhs) == v && len(n.Rhs) == len(n.Lhs) && b.fresh(n.Rhs[i])
			}
		case *ast.CallExpr:
			found = found || callmatch.IsBuiltin(b.p.TypesInfo, n, "clear") && syntax.VariableOf(b.p, n.Args[0]) == v
		}
		return !found
	})
	return found
}

// fresh reports whether a value has no elements: nil, a literal, make, s[:0].
func (b *batcher) fresh(expr ast.Expr) bool {
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return b.p.TypesInfo.Types[e].IsNil()
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.SliceExpr:
		lit, ok := e.High.(*ast.BasicLit)
		return ok && lit.Value == "0"
	case *ast.CallExpr:
		return callmatch.IsBuiltin(b.p.TypesInfo, e, "make") || b.returnsFresh(e)
	}
	return false
}

// returnsFresh reports whether a call runs a function of the package that returns what has no elements.
//
//	batch = m.flush(batch)
func (b *batcher) returnsFresh(call *ast.CallExpr) bool {
	body, found := b.body(call), false
	if body == nil {
		return false
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			inner, isCall := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
			found = found || !isCall && b.fresh(ret.Results[0]) || isCall && callmatch.IsBuiltin(b.p.TypesInfo, inner, "make")
		}
		_, lit := n.(*ast.FuncLit)
		return !lit && !found
	})
	return found
}

// body returns the body of the function of the package, or of the local literal, that a call runs.
func (b *batcher) body(call *ast.CallExpr) *ast.BlockStmt {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if v, ok := b.p.TypesInfo.Uses[id].(*types.Var); ok {
			return b.literal(v)
		}
	}
	fn := callmatch.Callee(b.p.TypesInfo, call)
	if fn == nil {
		return nil
	}
	if decl := astindex.Of(b.p.Pass).Decls[fn.Origin()]; decl != nil {
		return decl.Body
	}
	return nil
}

// exits returns the statements of a case that leave the loop because it is stopped: a
// return of a case whose channel only signals the end, or of one that finds its channel
// closed.
func (b *batcher) exits(clause *ast.CommClause) []ast.Stmt {
	var list []ast.Stmt
	if recv := received(clause); recv != nil && b.stops(recv) {
		if last := lastStmt(clause.Body); b.leaves(last) {
			list = append(list, last)
		}
		return list
	}
	for _, s := range clause.Body {
		test, ok := s.(*ast.IfStmt)
		if !ok || test.Init != nil || !notOK(clause, test.Cond) {
			continue
		}
		if last := lastStmt(test.Body.List); b.leaves(last) {
			list = append(list, last)
		}
	}
	return list
}

// leaves reports whether a statement ends the loop: a return, or a break with the loop's label
// that nothing follows which could use what was collected.
func (b *batcher) leaves(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.BREAK && s.Label != nil
	}
	return false
}

// stops reports whether a channel only signals the end of something.
func (b *batcher) stops(ch ast.Expr) bool {
	if call, ok := ast.Unparen(ch).(*ast.CallExpr); ok {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "Done" && ctxscope.IsContext(b.p.TypesInfo.TypeOf(sel.X))
	}
	c, ok := b.p.TypesInfo.TypeOf(ch).Underlying().(*types.Chan)
	if !ok {
		return false
	}
	s, empty := c.Elem().Underlying().(*types.Struct)
	return empty && s.NumFields() == 0 || callmatch.TypeName(c.Elem()) == "os.Signal"
}
