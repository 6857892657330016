package deferlifo

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// checkDeadlock reports a deferred wait for a goroutine that nothing ends but
// calls that were deferred earlier, and so run later; or the context of the caller, where the function
// may return before that ends.
func checkDeadlock(p *check.Pass, wait order.Step) {
	flow := ssaflow.Of(p.Pass)
	for _, s := range order.Joined(p, wait) {
		body := flow.SSA.Func(bodyNode(p, s.Lit, s.Func))
		if body == nil {
			continue
		}
		var late *ssa.Defer
		callers := false // the context of the caller ends it, too
		stuck := func(src *ssaflow.Source) bool {
			if src.Open && (src.Context == nil || !returnsItself(p, wait)) || len(src.Raises) == 0 {
				return false
			}
			for _, op := range src.Raises {
				d := ssainstr.DeferOf(flow, op.Instr)
				if d == nil || d.Pos() > wait.Expr.Pos() || !deferredAbove(p, d, wait) {
					return false
				}
				late = d
			}
			callers = callers || src.Open
			return true
		}
		if flow.Exits(stuck).Reachable(body) || late == nil {
			continue
		}
		p.Report(deadlock(p, wait, s, deferStmt(p, late).Call, callers))
		return
	}
}

func deadlock(p *check.Pass, wait order.Step, s astindex.Start, call *ast.CallExpr, callers bool) check.Finding {
	f := check.Finding{
		At: wait.Expr,
		Message: fmt.Sprintf("deferred %s deadlocks: the deferred %s (line %d), which alone stops the goroutine started at %s, runs after it",
			p.Source(wait.Expr), p.Source(call), p.Line(call.Pos()), p.Where(s.Node.Pos(), wait.Expr.Pos())),
		Trace: []check.Hop{{Pos: s.Node.Pos(), Message: "started here"}, {Pos: call.Pos(), Message: "runs last"}},
		Fix:   fixDeadlock(p, wait, call),
	}
	if callers {
		f.Message = fmt.Sprintf("deferred %s blocks where this returns with an error: the deferred %s (line %d), which stops the goroutine started at %s, runs after it",
			p.Source(wait.Expr), p.Source(call), p.Line(call.Pos()), p.Where(s.Node.Pos(), wait.Expr.Pos()))
		f.Doubts = []check.Doubt{check.Doubting(verdict.HandedIn, call.Pos())}
	}
	return f
}

func bodyNode(p *check.Pass, lit *ast.FuncLit, fn *types.Func) ast.Node {
	if lit != nil {
		return lit
	}
	if decl := syntax.IndexDecl(p, fn); decl != nil {
		return decl
	}
	return nil
}

// deferredAbove reports whether the defer statement of d is above the wait's
// in the same function.
func deferredAbove(p *check.Pass, d *ssa.Defer, wait order.Step) bool {
	stmt := deferStmt(p, d)
	return stmt != nil && order.Above(p, stmt, wait.Stmt)
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
func checkFlushedEarly(p *check.Pass, fn inspector.Cursor, flush order.Step, by func(*ast.CallExpr) bool) {
	if flush.Deferred == nil {
		return
	}
	var first *ast.DeferStmt
	var logs *ast.CallExpr
	syntax.InOwn(astindex.FuncBody(fn.Node()), func(n ast.Node) {
		d, ok := n.(*ast.DeferStmt)
		if !ok || first != nil || !order.Above(p, d, flush.Stmt) {
			return
		}
		if call := logsWith(p, d, by); call != nil {
			first, logs = d, call
		}
	})
	if first == nil {
		return
	}
	call := flush.Expr.(*ast.CallExpr)
	lost := "may stay in the buffer"
	if flush.Kind == order.Closes && isFile(flush.Subject) {
		lost = "is not written to the file"
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("output of the deferred call that logs at line %[2]d %[3]s: deferred %[1]s runs before it",
			p.Source(call.Fun), p.Line(logs.Pos()), lost),
		Trace: []check.Hop{{Pos: logs.Pos(), Message: "logged here, later"}},
		Fix:   fixFlushedEarly(p, flush, first),
	})
}

// callsOn recognizes the calls of methods of one of the variables that are passed something
// to log.
func callsOn(p *check.Pass, loggers map[*types.Var]bool) func(*ast.CallExpr) bool {
	return func(call *ast.CallExpr) bool {
		sel, fn := syntax.Selector(call.Fun), callmatch.Callee(p.TypesInfo, call)
		return sel != nil && fn != nil && fn.Signature().Params().Len() > 0 && loggers[syntax.VariableOf(p, sel.X)]
	}
}

// logsInto recognizes the calls that log into a file: by a logger that was made with it, or
// by the functions of the package whose output it is.
func logsInto(p *check.Pass, hold *order.Holding, file *types.Var) func(*ast.CallExpr) bool {
	set := hold.All(file)
	delete(set, file.Origin())
	onLogger := callsOn(p, set)
	var outputs []*types.Package
	for fn, calls := range astindex.Of(p.Pass).Calls {
		if !catalog.LogOutputs[callmatch.Name(fn)] {
			continue
		}
		for _, call := range calls {
			if len(call.Expr.Args) == 1 && mentions(p, call.Expr.Args[0], file, set) {
				outputs = append(outputs, fn.Pkg())
			}
		}
	}
	return func(call *ast.CallExpr) bool {
		fn := callmatch.Callee(p.TypesInfo, call)
		return onLogger(call) || fn != nil && fn.Signature().Recv() == nil && slices.Contains(outputs, fn.Pkg())
	}
}

// mentions reports whether an expression has the file, or what holds it, in it.
func mentions(p *check.Pass, expr ast.Expr, file *types.Var, set map[*types.Var]bool) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			v, _ := p.TypesInfo.Uses[id].(*types.Var)
			found = found || v != nil && (v == file || set[v])
		}
		return !found
	})
	return found
}

func isFile(v *types.Var) bool { return callmatch.TypeName(v.Type()) == "os.File" }

// logsWith returns a call in a deferred literal that logs.
func logsWith(p *check.Pass, d *ast.DeferStmt, by func(*ast.CallExpr) bool) *ast.CallExpr {
	lit, ok := ast.Unparen(d.Call.Fun).(*ast.FuncLit)
	if !ok {
		return nil
	}
	var found *ast.CallExpr
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && found == nil && by(call) {
			found = call
		}
		return true
	})
	return found
}
