package closedchannelspin

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix leaves the loop when the channel is closed. There is none in functions with results other
// than an error.
func fix(p *check.Pass, cur inspector.Cursor, r *receive) *edit.Fix {
	ft := syntax.FuncType(fnOf(cur))
	value := "_"
	if r.value != nil {
		value = r.value.Name
	}
	assign, isAssign := r.stmt.(*ast.AssignStmt)
	if isAssign && assign.Tok.String() != ":=" {
		return nil
	}
	e := p.Edit(r.stmt.Pos())
	leave, title := "return", "Return when "+p.Source(r.ch)+" is closed"
	switch results := ft.Results.NumFields(); {
	case r.awaited:
		leave, title = p.Source(r.ch)+" = nil\n\tcontinue", "Set "+p.Source(r.ch)+" to nil when it is closed"
	case results == 0:
	case results == 1:
		if !callmatch.IsError(p.TypesInfo.TypeOf(ft.Results.List[0].Type)) {
			return nil
		}
		leave = "return " + e.Import(r.stmt.Pos(), "errors", "errors") + `.New("` + p.Source(r.ch) + ` is closed")`
	default:
		return nil
	}
	ok := make(edit.NewNames).Fresh(p.Pass, cur, "ok")
	e.Replace(r.stmt.Pos(), r.stmt.End(), value+", "+ok+" := <-"+p.Source(r.ch))
	lines := []string{"if !" + ok + " {", "\t" + leave, "}"}
	if r.clause != nil && len(r.clause.Body) > 0 {
		e.Before(r.clause.Body[0], lines...)
		return e.Fix(title, "")
	}
	if r.clause != nil {
		indent := "\n" + e.Indent(r.clause.Pos()) + "\t"
		e.Insert(r.clause.Colon+1, indent+lines[0]+indent+lines[1]+indent+lines[2])
		return e.Fix(title, "")
	}
	e.After(r.stmt, lines...)
	return e.Fix(title, "")
}
