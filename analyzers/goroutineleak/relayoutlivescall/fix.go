package relayoutlivescall

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/channel"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix cancels the context when the function returns, and ends the wait of the goroutine with the context,
// where it does not yet. There is none where the context is made in a loop, in which a deferred call piles
// up, or where its name means something else in the goroutine.
func fix(p *check.Pass, r *relay) *edit.Fix {
	assign, ctx, cancel := names(p, r)
	if assign == nil || r.made.Block() != r.start.Instr.Block() && !r.made.Block().Dominates(r.start.Instr.Block()) || inLoop(r) {
		return nil
	}
	e := p.Edit(assign.Pos())
	args := "()"
	if callmatch.TypeName(cancel.Type()) == "context.CancelCauseFunc" {
		args = "(nil)"
	}
	e.After(assign, "defer "+cancel.Name()+args)
	if !r.waitsForOwn() && !endWait(p, e, r, ctx) {
		return nil
	}
	return e.Fix("Cancel "+ctx.Name()+" when the function returns, and end the goroutine with it", "")
}

// names returns the assignment of the context, and its variables.
func names(p *check.Pass, r *relay) (assign *ast.AssignStmt, ctx, cancel *types.Var) {
	cur, ok := ssainstr.CursorAt(p, r.made.Pos())
	if !ok {
		return nil, nil, nil
	}
	for c := range cur.Enclosing((*ast.AssignStmt)(nil)) {
		assign, _ = c.Node().(*ast.AssignStmt)
		if len(assign.Lhs) != 2 || astindex.Stmts(c.Parent().Node()) == nil {
			return nil, nil, nil
		}
		ctx, cancel = variable(p, assign.Lhs[0]), variable(p, assign.Lhs[1])
		break
	}
	if ctx == nil || cancel == nil {
		return nil, nil, nil
	}
	return assign, ctx, cancel
}

func variable(p *check.Pass, expr ast.Expr) *types.Var {
	id, ok := expr.(*ast.Ident)
	if !ok || id.Name == "_" {
		return nil
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

// inLoop reports whether a loop of the function makes the context.
func inLoop(r *relay) bool {
	return ssainstr.Innermost(ssainstr.LoopsOf(r.fn(), nil), r.made.Block()) != nil
}

// waitsForOwn reports whether the goroutine waits for the end of the context as well.
func (r *relay) waitsForOwn() bool {
	for _, w := range r.waits() {
		if isDone(w.ch) && r.originOf(w.ch) == own {
			return true
		}
	}
	return false
}

// endWait gives the wait of the goroutine a case for the end of the context.
func endWait(p *check.Pass, e *edit.Builder, r *relay, ctx *types.Var) bool {
	if !syntax.VisibleAt(p, ctx, r.wait.Pos()) {
		return false
	}
	at := r.waits()[0].at
	recv, ok := channel.ReceiveNode(p, at).(*ast.UnaryExpr)
	if !ok {
		return false
	}
	cur, ok := astindex.Find(p.ResultOf[inspect.Analyzer].(*inspector.Inspector), recv)
	if !ok {
		return false
	}
	done := "case <-" + ctx.Name() + ".Done():\n"
	for c := range cur.Enclosing((*ast.CommClause)(nil), (*ast.ExprStmt)(nil), (*ast.FuncLit)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ExprStmt:
			if isComm(c) {
				continue
			}
			if ast.Unparen(n.X) != ast.Expr(recv) || !syntax.InList(c) {
				return false
			}
			e.Replace(n.Pos(), n.End(), "select {\ncase "+p.Source(recv)+":\n"+done+"}")
			return true
		case *ast.CommClause:
			e.Insert(c.Parent().Node().(*ast.BlockStmt).Rbrace, done)
			return true
		}
		break
	}
	return false
}

// isComm reports whether a statement is what the case of a select receives.
func isComm(c inspector.Cursor) bool {
	clause, ok := c.Parent().Node().(*ast.CommClause)
	return ok && clause.Comm == c.Node()
}
