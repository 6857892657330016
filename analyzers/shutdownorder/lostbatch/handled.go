package lostbatch

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// before reports whether a case uses v before it leaves the loop, itself or in what it
// calls, or the function does after the loop.
func (b *batcher) before(body []ast.Stmt, exit ast.Stmt, v *types.Var) bool {
	for _, s := range body {
		if s.Pos() <= exit.Pos() && b.reaches(s, v, 3) {
			return true
		}
	}
	_, breaks := exit.(*ast.BranchStmt)
	used := false
	ast.Inspect(b.fn.Node(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			used = used || b.reaches(n.Call, v, 3)
		case ast.Stmt:
			used = used || breaks && n.Pos() >= b.loop.End() && b.reaches(n, v, 3)
		}
		return !used
	})
	return used
}

// reaches reports whether a node uses v, or calls a function of the package or a local literal
// that does.
func (b *batcher) reaches(n ast.Node, v *types.Var, depth int) bool {
	if b.uses(n, v) {
		return true
	}
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && depth > 0 {
			body := b.body(call)
			found = found || body != nil && b.reaches(body, v, depth-1)
		}
		return !found
	})
	return found
}

// uses reports whether a node mentions v.
func (b *batcher) uses(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			found = found || b.p.TypesInfo.Uses[id] == types.Object(v)
		}
		return !found
	})
	return found
}

// elsewhere returns where other code of the package passes on what a field has collected: a
// call of the same function, or a function that takes and empties the field. What adds to the
// field passes it on when it is full, and not at the end.
func (b *batcher) elsewhere(v *types.Var, hand *handing) token.Pos {
	if !v.IsField() {
		return token.NoPos
	}
	flush := callmatch.Callee(b.p.TypesInfo, hand.call)
	inside := map[ast.Node]bool{b.fn.Node(): true}
	if flush != nil {
		inside[astindex.Of(b.p.Pass).Decls[flush.Origin()]] = true
	}
	for _, decl := range astindex.Funcs(b.p.Pass) {
		if decl.Body == nil || inside[decl] || syntax.Within(decl, b.loop.Pos()) || slices.Contains(b.grows(decl.Body), v) {
			continue
		}
		if at := b.flushes(decl.Body, v, flush); at.IsValid() {
			return at
		}
	}
	return token.NoPos
}

func (b *batcher) flushes(body *ast.BlockStmt, v *types.Var, flush *types.Func) (at token.Pos) {
	if b.empties(body, v) && b.takes(body, v) {
		return body.Pos()
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && flush != nil && callmatch.Callee(b.p.TypesInfo, call) == flush {
			at = call.Pos()
		}
		return !at.IsValid()
	})
	return at
}

// literal returns the body of the literal that a local variable stands for, in whatever function that is.
func (b *batcher) literal(v *types.Var) *ast.BlockStmt {
	cur, ok := b.p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(v.Pos(), v.Pos())
	if !ok {
		return nil
	}
	for decl := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		if lit, ok := localvar.Value(b.p.TypesInfo, decl.Node(), v).(*ast.FuncLit); ok {
			return lit.Body
		}
	}
	return nil
}

// named returns how the call, or else the function, names v. A field that only the function
// which is called names is one of its receiver.
func (b *batcher) named(clause ast.Node, call *ast.CallExpr, v *types.Var) string {
	for _, n := range []ast.Node{call, clause, b.fn.Node()} {
		var expr ast.Expr
		ast.Inspect(n, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && expr == nil && syntax.VariableOf(b.p, e) == v {
				expr = e
			}
			return expr == nil
		})
		if expr != nil {
			return b.p.Source(expr)
		}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return b.p.Source(sel.X) + "." + v.Name()
	}
	return v.Name()
}

// received returns the channel that a case receives from.
func received(clause *ast.CommClause) ast.Expr {
	var expr ast.Expr
	switch s := clause.Comm.(type) {
	case *ast.ExprStmt:
		expr = s.X
	case *ast.AssignStmt:
		expr = s.Rhs[0]
	}
	if recv, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && recv.Op == token.ARROW {
		return recv.X
	}
	return nil
}

// notOK reports whether a condition is the negation of what a receive says about its channel.
func notOK(clause *ast.CommClause, cond ast.Expr) bool {
	assign, ok := clause.Comm.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 {
		return false
	}
	id, ok := assign.Lhs[1].(*ast.Ident)
	not, isNot := ast.Unparen(cond).(*ast.UnaryExpr)
	if !ok || !isNot || not.Op != token.NOT {
		return false
	}
	tested, ok := ast.Unparen(not.X).(*ast.Ident)
	return ok && tested.Name == id.Name
}

func lastStmt(list []ast.Stmt) ast.Stmt {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}
