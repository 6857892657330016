package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// checkDeadlock reports a deferred wait for a goroutine that nothing ends but
// calls that were deferred earlier, and so run later.
func checkDeadlock(p *check.Pass, wait step) {
	flow := ssaflow.Of(p.Pass)
	for _, s := range joined(p, wait) {
		body := flow.SSA.Func(bodyNode(p, s.Lit, s.Func))
		if body == nil {
			continue
		}
		var late *ssa.Defer
		stuck := func(src *ssaflow.Source) bool {
			if src.Open || len(src.Raises) == 0 {
				return false
			}
			for _, op := range src.Raises {
				d := deferOf(flow, op.Instr)
				if d == nil || d.Pos() > wait.expr.Pos() || !deferredAbove(p, d, wait) {
					return false
				}
				late = d
			}
			return true
		}
		if flow.Exits(stuck).Reachable(body) || late == nil {
			continue
		}
		call := deferStmt(p, late).Call
		p.Report(check.Finding{
			At: wait.expr,
			Message: fmt.Sprintf("deferred %s runs before the deferred %s (line %d), which alone ends the goroutine started at %s: it waits for ever",
				p.Source(wait.expr), p.Source(call), p.Line(call.Pos()), p.Where(s.Node.Pos(), wait.expr.Pos())),
			Trace: []check.Hop{{Pos: s.Node.Pos(), Message: "started here"}, {Pos: call.Pos(), Message: "runs last"}},
			Fix:   fixDeadlock(p, wait, call),
		})
		return
	}
}

func bodyNode(p *check.Pass, lit *ast.FuncLit, fn *types.Func) ast.Node {
	if lit != nil {
		return lit
	}
	if decl := indexDecl(p, fn); decl != nil {
		return decl
	}
	return nil
}

// deferOf returns the defer statement that instr is run by: its own, or that of the
// literal around it.
func deferOf(flow *ssaflow.Flow, instr ssa.Instruction) *ssa.Defer {
	if callers, complete := flow.Callers(instr.Parent()); instr.Parent().Parent() != nil && complete && len(callers) == 1 {
		if d, ok := callers[0].(*ssa.Defer); ok {
			return d
		}
	}
	d, _ := instr.(*ssa.Defer)
	return d
}

// deferredAbove reports whether the defer statement of d stands above the wait's
// in the same function.
func deferredAbove(p *check.Pass, d *ssa.Defer, wait step) bool {
	stmt := deferStmt(p, d)
	return stmt != nil && above(p, stmt, wait.stmt)
}

// deferStmt returns the statement of d, nil when it has none.
func deferStmt(p *check.Pass, d *ssa.Defer) *ast.DeferStmt {
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(d.Pos(), d.Pos()+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.DeferStmt)(nil)) {
		return c.Node().(*ast.DeferStmt)
	}
	return nil
}

// checkFlushedEarly reports a deferred flush of a logger that runs before a
// deferred literal that logs with it.
func checkFlushedEarly(p *check.Pass, fn inspector.Cursor, flush step) {
	if flush.deferred == nil {
		return
	}
	var first *ast.DeferStmt
	var logs *ast.CallExpr
	inOwn(bodyOf(fn.Node()), func(n ast.Node) {
		d, ok := n.(*ast.DeferStmt)
		if !ok || first != nil || !above(p, d, flush.stmt) {
			return
		}
		if call := logsWith(p, d, flush.subject); call != nil {
			first, logs = d, call
		}
	})
	if first == nil {
		return
	}
	call := flush.expr.(*ast.CallExpr)
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("deferred %s runs before the deferred call that logs with it (line %d): what that logs may stay in the buffer",
			p.Source(call.Fun), p.Line(logs.Pos())),
		Trace: []check.Hop{{Pos: logs.Pos(), Message: "logged here, later"}},
		Fix:   fixFlushedEarly(p, flush, first),
	})
}

// logsWith returns a call in a deferred literal that logs with the logger.
func logsWith(p *check.Pass, d *ast.DeferStmt, logger *types.Var) *ast.CallExpr {
	lit, ok := ast.Unparen(d.Call.Fun).(*ast.FuncLit)
	if !ok {
		return nil
	}
	var found *ast.CallExpr
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel := selector(call.Fun)
		fn := callmatch.Callee(p.TypesInfo, call)
		if sel != nil && fn != nil && found == nil && fn.Signature().Params().Len() > 0 && variableOf(p, sel.X) == logger {
			found = call
		}
		return true
	})
	return found
}
