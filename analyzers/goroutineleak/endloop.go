package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// endLoop gives a loop without a way out one: it ends with a context, one in
// scope that is known to end if scoped is set, else the process-wide one. What
// waits in the loop's body decides the form:
//
//	select { …             →  select { case <-ctx.Done(): return …
//	time.Sleep(d)          →  if lifecycle.Sleep(ctx, d) != nil { return }
//	anything else          →  if ctx.Err() != nil { return }, first in the body
func endLoop(p *check.Pass, loop inspector.Cursor, scoped bool) *edit.Fix {
	body := loopBody(loop.Node())
	e := p.Edit(body.Pos())
	fn, _ := enclosing(p, loop)
	ctx, changes := endingContext(p, e, loop, body.Pos(), scoped)
	leave := leaveStmt(p, fn, body.Pos(), ctx+".Err()")
	for _, stmt := range body.List {
		switch stmt := stmt.(type) {
		case *ast.SelectStmt:
			if fix := leaveInCase(p, stmt, fn); fix != nil {
				return fix
			}
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
	test := []string{"if " + ctx + ".Err() != nil {", "\t" + leave, "}"}
	if len(body.List) > 0 && !e.SameLine(body.Lbrace, body.List[0].Pos()) {
		e.Before(body.List[0], test...)
	} else {
		indent := e.Indent(loop.Node().Pos())
		e.Insert(body.Lbrace+1, "\n"+indent+"\t"+lines(indent+"\t", test...)+"\n"+indent)
	}
	return e.Fix("Leave the loop when "+ctx+" ends", changes)
}

// leaveInCase turns the break of a case that has been told to stop, which only
// leaves the select, into a return. It returns nil when there is no such case.
func leaveInCase(p *check.Pass, sel *ast.SelectStmt, fn ast.Node) *edit.Fix {
	for _, clause := range sel.Body.List {
		clause := clause.(*ast.CommClause)
		sig := signalOf(p.TypesInfo, received(clause.Comm))
		if sig == nil || len(clause.Body) == 0 {
			continue
		}
		last, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
		if !ok || last.Tok != token.BREAK || last.Label != nil {
			continue
		}
		e := p.Edit(last.Pos())
		err := "nil"
		if sig.ctx {
			err = p.Source(sig.path) + ".Err()"
		}
		leave := leaveStmt(p, fn, last.Pos(), err)
		e.Replace(last.Pos(), last.End(), leave)
		return e.Fix("Leave the goroutine, not the select: "+leave, "")
	}
	return nil
}

// endingContext returns the expression of a context to end with, and what using
// it changes.
func endingContext(p *check.Pass, e *edit.Builder, cur inspector.Cursor, pos token.Pos, scoped bool) (ctx, changes string) {
	if scoped {
		ctx, changes = contextFor(p, cur, pos)
	}
	if ctx == "" {
		ctx = e.Import(pos, p.Lifecycle(), "lifecycle") + ".Context()"
	}
	return ctx, changes
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

// leaveStmt returns the statement that leaves fn at pos; where fn returns an
// error, that is err.
func leaveStmt(p *check.Pass, fn ast.Node, pos token.Pos, err string) string {
	results := funcType(fn).Results
	switch {
	case results == nil:
		return "return"
	case returnsError(p.TypesInfo, results):
		return "return " + others(p, results, pos) + err
	}
	last := results.List[len(results.List)-1]
	return "return " + others(p, results, pos) + zero(p, last.Type)
}
