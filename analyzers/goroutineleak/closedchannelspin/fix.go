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

// fixSignal returns in the case, where nothing else leaves the loop. Else it takes the channel into a variable,
// which the case sets to nil, so that it is not ready again. There is none where the case does nothing, and may
// have been meant to leave the loop.
func fixSignal(p *check.Pass, cur inspector.Cursor, loop *ast.ForStmt, r *receive) *edit.Fix {
	e := p.Edit(r.stmt.Pos())
	last, breaks := lastOf(r.clause)
	if !ends(loop.Body) {
		if syntax.FuncType(fnOf(cur)).Results.NumFields() > 0 {
			return nil
		}
		switch {
		case last == nil:
			e.Insert(r.clause.Colon+1, "\n"+e.Indent(r.clause.Pos())+"\treturn")
		case breaks:
			e.Replace(last.Pos(), last.End(), "return")
		default:
			e.After(last, "return")
		}
		return e.Fix("Return when the channel is closed", "")
	}
	if last == nil || breaks {
		return nil
	}
	before := ast.Stmt(loop)
	if label, ok := cur.Parent().Node().(*ast.LabeledStmt); ok {
		before = label
	}
	name := make(edit.NewNames).Fresh(p.Pass, cur, "ended")
	e.Before(before, name+" := "+p.Source(r.ch))
	e.Replace(r.ch.Pos(), r.ch.End(), name)
	e.Before(r.clause.Body[0], name+" = nil")
	return e.Fix("Set the channel to nil when it is closed", "")
}

// lastOf returns the last statement of a case, nil if there is none, and whether it only leaves the select.
func lastOf(clause *ast.CommClause) (ast.Stmt, bool) {
	if len(clause.Body) == 0 {
		return nil, false
	}
	last := clause.Body[len(clause.Body)-1]
	_, breaks := last.(*ast.BranchStmt)
	return last, breaks
}
