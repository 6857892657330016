package interruptonly

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

// likeInterrupt is how every fix of the check changes the program.
const likeInterrupt = "SIGTERM now does what SIGINT does"

// fixInterruptOnly adds SIGTERM after the other signals, and where the program acts on SIGINT alone of those that it
// receives. There is none where such a place is in another file, or is no test for one signal.
func fixInterruptOnly(p *check.Pass, q signals.Request) *edit.Fix {
	call, args := q.Call, q.Call.Args
	switch {
	case q.List != nil:
		args = q.List.Elts
	case call.Ellipsis.IsValid():
		return nil
	}
	last := args[len(args)-1]
	e := p.Edit(last.Pos())
	e.Insert(last.End(), ", "+sigterm(e, last))
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BinaryExpr)(nil), (*ast.CaseClause)(nil)) {
		at, text := alsoFor(p, e, cur)
		if at.IsValid() && p.Fset.File(at) != p.Fset.File(last.Pos()) || !at.IsValid() && text != "" {
			return nil
		}
		if at.IsValid() {
			e.Insert(at, text)
		}
	}
	return e.Fix("Add syscall.SIGTERM", likeInterrupt)
}

func sigterm(e *edit.Builder, at ast.Node) string {
	return e.Import(at.Pos(), "syscall", "syscall") + ".SIGTERM"
}

// alsoFor returns what to insert where so that a case or a comparison that acts on SIGINT acts on SIGTERM, too. There is
// no position for what needs nothing, and for what no insertion can do, which the text names.
//
//	if s == os.Interrupt || s == syscall.SIGTERM {
func alsoFor(p *check.Pass, e *edit.Builder, cur inspector.Cursor) (at token.Pos, text string) {
	switch n := cur.Node().(type) {
	case *ast.CaseClause:
		for _, expr := range n.List {
			if signalOf(p, expr) == "SIGINT" {
				return expr.End(), ", " + sigterm(e, expr)
			}
		}
	case *ast.BinaryExpr:
		x, y := n.X, n.Y
		if signalOf(p, x) == "SIGINT" {
			x, y = y, x
		}
		if signalOf(p, y) != "SIGINT" || callmatch.TypeName(p.TypesInfo.TypeOf(x)) != "os.Signal" {
			return token.NoPos, ""
		}
		outer, within := cur.Parent().Node().(*ast.BinaryExpr)
		alone := !within || outer.Op == token.LOR
		if id, ok := ast.Unparen(x).(*ast.Ident); ok && alone && n.Op == token.EQL {
			return n.End(), " || " + id.Name + " == " + sigterm(e, n)
		}
		return token.NoPos, p.Source(n)
	}
	return token.NoPos, ""
}

// fixSwallowed does for SIGTERM what is done for SIGINT. There is none where a case names SIGTERM.
func fixSwallowed(p *check.Pass, sw *ast.SwitchStmt) *edit.Fix {
	e := p.Edit(sw.Pos())
	var interrupt ast.Expr
	for _, stmt := range sw.Body.List {
		for _, expr := range stmt.(*ast.CaseClause).List {
			switch signalOf(p, expr) {
			case "SIGTERM":
				return nil
			case "SIGINT":
				interrupt = expr
			}
		}
	}
	e.Insert(interrupt.End(), ", "+sigterm(e, sw))
	return e.Fix("Handle syscall.SIGTERM as SIGINT", likeInterrupt)
}
