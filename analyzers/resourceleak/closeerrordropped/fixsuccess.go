package closeerrordropped

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixSuccess returns the error: of the call itself, or, where that is made later, of one before the return at the
// end of the function. There is none for a file that a writer is around.
func fixSuccess(p *check.Pass, d dropped) *edit.Fix {
	e := p.Edit(d.call.Pos())
	title := "Return the error of " + p.Source(d.call.Fun)
	if around, _ := wrapped(p, d.fn, d.v); around != nil {
		return nil // it has to write out its rest before
	}
	if d.later {
		if !namedResult(p, e, d) && !lastReturn(p, e, d) {
			return nil
		}
	} else {
		values, ok := edit.ZeroResults(p.Pass, d.cur.Parent())
		if !ok {
			return nil
		}
		stmt := d.cur.Parent().Node()
		e.Replace(stmt.Pos(), stmt.End(), tested(e, stmt, p.Source(d.call), append(values, edit.Wrapped(p.Pass, d.cur.Parent(), "err", "closing the file"))))
	}
	return e.Fix(title, "a failed close is an error of the function")
}

func tested(e *edit.Builder, stmt ast.Node, call string, results []string) string {
	indent := e.Indent(stmt.Pos())
	return "if err := " + call + "; err != nil {\n" + indent + "\treturn " + strings.Join(results, ", ") + "\n" + indent + "}"
}

// namedResult lets a deferred call give the error of the close to the named result of a function that returns at
// its end without naming one, and reports whether it can.
func namedResult(p *check.Pass, e *edit.Builder, d dropped) bool {
	body, results := astindex.FuncBody(d.fn.Node()), astindex.Signature(p.TypesInfo, d.fn.Node()).Results()
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	stmt, direct := d.cur.Parent().Node().(*ast.DeferStmt)
	if !ok || !direct || len(ret.Results) > 0 {
		return false
	}
	err := results.At(results.Len() - 1)
	if _, seen := p.Pkg.Scope().Innermost(stmt.Pos()).LookupParent(err.Name(), stmt.Pos()); seen != types.Object(err) || err.Name() == "closeErr" {
		return false
	}
	indent := e.Indent(stmt.Pos())
	e.Replace(stmt.Call.Pos(), stmt.Call.End(), "func() {\n"+indent+"\tif closeErr := "+p.Source(d.call)+"; closeErr != nil && "+err.Name()+" == nil {\n"+
		indent+"\t\t"+err.Name()+" = closeErr\n"+indent+"\t}\n"+indent+"}()")
	return true
}

// lastReturn lets the return at the end of a function give the error of the close, after the one that it returns
// itself, and reports whether it can.
func lastReturn(p *check.Pass, e *edit.Builder, d dropped) bool {
	body := astindex.FuncBody(d.fn.Node())
	ret, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 {
		return false
	}
	if _, seen := p.Pkg.Scope().Innermost(ret.Pos()).LookupParent(d.v.Name(), ret.Pos()); seen != types.Object(d.v) {
		return false // it is one of an inner block
	}
	last, end := ret.Results[len(ret.Results)-1], d.v.Name()+".Close()"
	switch {
	case p.TypesInfo.Types[last].IsNil() && len(ret.Results) == 1:
		e.Replace(last.Pos(), last.End(), end)
	case p.TypesInfo.Types[last].IsNil():
		if slices.ContainsFunc(ret.Results, func(r ast.Expr) bool { return callsIn(p, r) }) {
			return false // what it writes is still to be written
		}
		cur, _ := astindex.Find(d.fn.Inspector(), ret)
		values, ok := edit.ZeroResults(p.Pass, cur)
		if !ok {
			return false
		}
		e.Before(ret, "if err := "+end+"; err != nil {", "\treturn "+strings.Join(append(values, edit.Wrapped(p.Pass, cur, "err", "closing the file")), ", "), "}")
	case len(ret.Results) > 1 || !callmatch.IsError(p.TypesInfo.TypeOf(last)):
		return false
	case isVar(p, last):
		e.Before(ret, "if "+p.Source(last)+" != nil {", "\treturn "+p.Source(last), "}")
		e.Replace(last.Pos(), last.End(), end)
	default:
		e.Replace(ret.Pos(), ret.End(), tested(e, ret, p.Source(last), []string{"err"})+"\n"+e.Indent(ret.Pos())+"return "+end)
	}
	return true
}

// callsIn reports whether an expression calls anything.
func callsIn(p *check.Pass, expr ast.Expr) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && !p.TypesInfo.Types[call.Fun].IsType()
		return !found
	})
	return found
}

func isVar(p *check.Pass, expr ast.Expr) bool {
	_, ok := callmatch.Object(p.TypesInfo, expr).(*types.Var)
	return ok
}
