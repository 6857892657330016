package nowaitdelay

import (
	"go/ast"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// fixWait sets WaitDelay: with lifecycle.Graceful around the call, or in the plain style
//
//	cmd := exec.CommandContext(ctx, "sh", "-c", script)
//	cmd.WaitDelay = 10 * time.Second
//	out, err := cmd.CombinedOutput()
func fixWait(p *check.Pass, cur inspector.Cursor, killed string, names edit.NewNames) *edit.Fix {
	if p.Stdlib() {
		return fixPlain(p, cur, killed, names)
	}
	call := cur.Node()
	e := p.Edit(call.Pos())
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	e.Insert(call.Pos(), lc+".Graceful(")
	e.Insert(call.End(), ", "+process.TenSeconds(p, e, call.Pos())+")")
	return e.Fix("Stop it with "+lc+".Graceful, which sets WaitDelay", "the "+killed+" gets SIGTERM first, and 10 s to exit")
}

func fixPlain(p *check.Pass, cur inspector.Cursor, killed string, names edit.NewNames) *edit.Fix {
	e := p.Edit(cur.Node().Pos())
	stmt, ok := astindex.Statement(cur)
	if !ok {
		return nil
	}
	var name string
	switch id, named := localvar.Target(cur).(*ast.Ident); {
	case named && cur.Parent() == stmt:
		name = id.Name
		e.After(stmt.Node(), name+"."+process.WaitDelay(e, stmt.Node()))
	case named || !hoistable(cur, stmt):
		return nil
	default:
		name = names.Fresh(p.Pass, cur, "cmd")
		e.Hoist(stmt.Node(), name+" := "+p.Source(cur.Node()), name+"."+process.WaitDelay(e, stmt.Node()))
		e.Replace(cur.Node().Pos(), cur.Node().End(), name)
	}
	return e.Fix("Set "+name+".WaitDelay", "the wait ends 10 s after the "+killed+" is killed, with exec.ErrWaitDelay, whatever it has started")
}

// hoistable reports whether nothing of stmt is evaluated before the call at cur: it is the first
// operand of the only value that is assigned, returned or thrown away.
func hoistable(cur, stmt inspector.Cursor) bool {
	for c := cur; c != stmt; c = c.Parent() {
		switch kind, i := c.ParentEdge(); kind {
		case edge.SelectorExpr_X, edge.CallExpr_Fun, edge.ParenExpr_X, edge.ExprStmt_X, edge.IfStmt_Init:
		case edge.AssignStmt_Rhs, edge.ReturnStmt_Results:
			if i > 0 || !plainTargets(c.Parent().Node()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// plainTargets reports whether a statement assigns, if it does, to variables alone, which need no
// evaluation.
func plainTargets(stmt ast.Node) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok {
		return true
	}
	for _, expr := range assign.Lhs {
		if _, ok := expr.(*ast.Ident); !ok {
			return false
		}
	}
	return true
}
