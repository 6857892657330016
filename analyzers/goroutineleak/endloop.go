package goroutineleak

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// endLoop gives a loop without a way out one: it ends with a context, one in
// scope that is known to end, else the process-wide one. What waits in the
// loop's body decides the form:
//
//	select { …             →  select { case <-ctx.Done(): return …
//	time.Sleep(d)          →  if lifecycle.Sleep(ctx, d) != nil { return }
//	anything else          →  if ctx.Err() != nil { return }, first in the body
func endLoop(p *check.Pass, loop inspector.Cursor) *edit.Fix {
	body := loopBody(loop.Node())
	e := p.Edit(body.Pos())
	fn, _ := enclosing(p, loop)
	ctx, changes := contextFor(p, loop, body.Pos())
	if ctx == "" {
		ctx = e.Import(body.Pos(), p.Lifecycle(), "lifecycle") + ".Context()"
	}
	leave := leaveStmt(p, fn, body.Pos(), ctx+".Err()")
	for _, stmt := range body.List {
		switch stmt := stmt.(type) {
		case *ast.SelectStmt:
			if hasDefault(stmt) {
				continue
			}
			indent := e.Indent(stmt.Pos())
			e.Insert(stmt.Body.Lbrace+1, "\n"+indent+"case <-"+ctx+".Done():\n"+indent+"\t"+leave)
			return e.Fix("Wait for "+ctx+".Done() too, in the select", changes)
		case *ast.ExprStmt:
			if d := sleepFor(p, stmt); d != nil {
				pause := e.Import(stmt.Pos(), p.Lifecycle(), "lifecycle") + ".Sleep(" + ctx + ", " + p.Source(d) + ")"
				indent := e.Indent(stmt.Pos())
				e.Replace(stmt.Pos(), stmt.End(), "if "+pause+" != nil {\n"+indent+"\t"+leave+"\n"+indent+"}")
				return e.Fix("Pause with "+pause+", and leave when the context ends", changes)
			}
		}
	}
	indent := e.Indent(loop.Node().Pos())
	e.Insert(body.Lbrace+1, "\n"+indent+"\tif "+ctx+".Err() != nil {\n"+indent+"\t\t"+leave+"\n"+indent+"\t}")
	return e.Fix("Leave the loop when "+ctx+" ends", changes)
}

func loopBody(loop ast.Node) *ast.BlockStmt {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Body
	case *ast.RangeStmt:
		return loop.Body
	}
	return nil
}

func hasDefault(sel *ast.SelectStmt) bool {
	for _, clause := range sel.Body.List {
		if clause.(*ast.CommClause).Comm == nil {
			return true
		}
	}
	return false
}

// sleepFor returns the duration of a statement that only sleeps, if the file
// needs the package of the sleep without it.
func sleepFor(p *check.Pass, stmt *ast.ExprStmt) ast.Expr {
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok || p.Stdlib() || !catalog.Sleeps[callmatch.CalleeName(p.TypesInfo, call)] {
		return nil
	}
	needed := false
	ast.Inspect(call.Args[0], func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if name, ok := p.TypesInfo.Uses[id].(*types.PkgName); ok && name.Imported().Path() == "time" {
				needed = true
			}
		}
		return true
	})
	if !needed {
		return nil
	}
	return call.Args[0]
}

// leaveStmt returns the statement that leaves fn at pos, with err where it
// returns an error.
func leaveStmt(p *check.Pass, fn ast.Node, at interface{ pos() }, err string) string { return "" }
