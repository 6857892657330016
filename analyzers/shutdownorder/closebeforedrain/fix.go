package closebeforedrain

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixCloseBeforeDrain puts a gate before the channel, which the sends pass and
// the close waits for:
//
//	jobs      chan job
//	jobsDrain lifecycle.Drain
//	…
//	if d.jobsDrain.Enter() {
//		d.jobs <- j
//		d.jobsDrain.Leave()
//	}
//	…
//	if d.jobsDrain.Close(ctx) == nil {
//		close(d.jobs)
//	}
//
// The struct, the send and the close must be in one file, which knows package
// context, and the send must be a statement of its own.
func fixCloseBeforeDrain(p *check.Pass, call *ast.CallExpr, send ssaflow.Op) *edit.Fix {
	sel := syntax.Selector(call.Args[0])
	plain, ok := send.Instr.(*ssa.Send)
	if sel == nil || !ok {
		return nil
	}
	stmt := sendAt(p, plain)
	cur, found := syntax.CursorOf(p, call)
	line := syntax.FieldLine(p, sel)
	owner := callmatch.Named(p.TypesInfo.TypeOf(sel.X))
	if stmt == nil || !found || line == nil || owner == nil || !edit.CanGrow(p.Pass, owner) || p.Fset.File(stmt.Pos()) != p.Fset.File(call.Pos()) {
		return nil
	}
	ctx := contextAt(p, cur)
	in := syntax.Selector(stmt.Chan)
	closing, isStmt := cur.Parent().Node().(*ast.ExprStmt)
	gate := sel.Sel.Name + "Drain"
	if obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(owner), true, p.Pkg, gate); ctx == "" || in == nil || !isStmt || obj != nil {
		return nil
	}
	e := p.Edit(call.Pos())
	e.After(line, gate+" "+e.Import(line.Pos(), p.Lifecycle(), "lifecycle")+".Drain")
	door := p.Source(in.X) + "." + gate
	e.Replace(stmt.Pos(), stmt.End(), syntax.Lines(e.Indent(stmt.Pos()), "if "+door+".Enter() {", "\t"+p.Source(stmt), "\t"+door+".Leave()", "}"))
	list := []string{"if " + p.Source(sel.X) + "." + gate + ".Close(" + ctx + ") == nil {", "\t" + p.Source(closing), "}"}
	if strings.HasSuffix(ctx, ".Background()") { // nothing limits it
		context := strings.TrimSuffix(ctx, ".Background()")
		limited, cancel := syntax.Fresh(p, closing.Pos(), "drainCtx"), syntax.Fresh(p, closing.Pos(), "cancel")
		list[0] = "if " + p.Source(sel.X) + "." + gate + ".Close(" + limited + ") == nil {"
		list = append([]string{limited + ", " + cancel + " := " + context + ".WithTimeout(" + ctx + ", " + e.Seconds(closing.Pos(), "shutdown") + ")"}, list...)
		list = append(list, cancel+"()")
	}
	e.Replace(closing.Pos(), closing.End(), syntax.Lines(e.Indent(closing.Pos()), list...))
	return e.Fix("Close after all sends, with "+p.Source(sel.X)+"."+gate, "values sent after the close has begun are dropped")
}

// sendAt returns the statement of a send.
func sendAt(p *check.Pass, send *ssa.Send) *ast.SendStmt {
	cur, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(send.Pos(), send.Pos()+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.SendStmt)(nil)) {
		if _, inSelect := c.Parent().Node().(*ast.CommClause); !inSelect {
			return c.Node().(*ast.SendStmt)
		}
		break
	}
	return nil
}

// contextAt returns the context that the function at cur is given, else
// context.Background(), "" where the file does not know the package.
func contextAt(p *check.Pass, cur inspector.Cursor) string {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for _, field := range c.Node().(*ast.FuncDecl).Type.Params.List {
			if len(field.Names) > 0 && field.Names[0].Name != "_" && ctxscope.IsContext(p.TypesInfo.TypeOf(field.Type)) {
				return field.Names[0].Name
			}
		}
	}
	if name := syntax.ImportName(p, astindex.FileOf(cur), "context"); name != "" {
		return name + ".Background()"
	}
	return ""
}
