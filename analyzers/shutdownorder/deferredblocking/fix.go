package deferredblocking

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixDeferredBlocking limits the wait:
//
//	defer x.Stop()  →  defer lifecycle.Within(5*time.Second, x.Stop)
func fixDeferredBlocking(p *check.Pass, stmt *ast.DeferStmt) *edit.Fix {
	e := p.Edit(stmt.Pos())
	call := stmt.Call
	run := p.Source(call.Fun)
	sig := callmatch.Callee(p.TypesInfo, call).Signature()
	switch {
	case len(call.Args) > 0:
		return nil // its arguments are evaluated now
	case sig.Results().Len() > 0:
		run = "func() { " + blanks(sig.Results().Len()) + " = " + run + "() }"
	}
	within := e.Import(call.Pos(), p.Lifecycle(), "lifecycle") + ".Within"
	limit := "5*" + e.Import(call.Pos(), "time", "time") + ".Second"
	e.Replace(call.Pos(), call.End(), fmt.Sprintf("%s(%s, %s)", within, limit, run))
	return e.Fix("Give "+p.Source(call.Fun)+" 5s with "+within, "the wait times out after 5s")
}

func blanks(n int) string {
	text := "_"
	for range n - 1 {
		text += ", _"
	}
	return text
}
