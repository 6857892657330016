package continuesaftererror

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A common is what a condition has in common with that of the answer.
type common int

const (
	nothing   common = iota
	something        // a variable, beside others: if key != want, where the answer is for want == ""
	question
)

// asks returns what the condition of a statement has in common with that of the answer.
func (f *follow) asks(stmt ast.Stmt) common {
	var conds []ast.Expr
	found := question
	switch s := stmt.(type) {
	case *ast.IfStmt:
		conds = leaves(s.Cond)
	case *ast.ForStmt:
		conds, found = append(conds, s.Cond), something
	case *ast.SwitchStmt:
		conds, found = append(conds, s.Tag), something
		for _, clause := range s.Body.List {
			conds = append(conds, clause.(*ast.CaseClause).List...)
		}
	}
	most := nothing
	for _, cond := range conds {
		if cond != nil {
			most = max(most, f.asksIn(cond))
		}
	}
	if most >= found {
		return question
	}
	return most
}

// asksIn is asks for one condition: the question is the same where each value of it is one that decided
// about the answer, or where it asks the writer.
func (f *follow) asksIn(leaf ast.Expr) common {
	matched, most := 0, nothing
	terms := f.terms(leaf)
	for _, t := range terms {
		switch {
		case f.asksWriter(t):
			return question
		case f.decided(leaf, t):
			matched++
			most = something
		case f.begins(t):
			most = something
		}
	}
	if matched > 0 && matched == len(terms) {
		return question
	}
	return most
}

// asksWriter reports whether a value is the writer, or what a method of it says: c.IsAborted(). What has
// arguments is a value of the request: c.Query("name").
func (f *follow) asksWriter(t ast.Expr) bool {
	call, ok := t.(*ast.CallExpr)
	return callmatch.Root(f.p.TypesInfo, base(t)) == types.Object(f.writer) && (!ok || len(call.Args) == 0)
}

// decided reports whether a value of a condition decided about the answer. Of a value that was found to be
// one constant, a test for another is passed in any case.
func (f *follow) decided(leaf, t ast.Expr) bool {
	return slices.ContainsFunc(f.guards, func(g guard) bool {
		if len(g.terms) == 0 || f.excludes(g.leaf, leaf) {
			return false
		}
		return callmatch.SameValue(f.p.TypesInfo, g.leaf, leaf) || slices.ContainsFunc(g.terms, func(x ast.Expr) bool {
			return !f.request(x) && !f.request(t) && (f.part(x, t) || f.part(t, x))
		})
	})
}

// begins reports whether a value begins with a variable that decided about the answer. Of a request most
// conditions ask something.
func (f *follow) begins(t ast.Expr) bool {
	return !f.request(base(t)) && slices.ContainsFunc(f.guards, func(g guard) bool {
		return slices.ContainsFunc(g.terms, func(x ast.Expr) bool { return callmatch.SameValue(f.p.TypesInfo, base(x), base(t)) })
	})
}

// excludes reports whether two conditions compare one value with two constants.
func (f *follow) excludes(x, y ast.Expr) bool {
	a, ok := x.(*ast.BinaryExpr)
	b, ok2 := y.(*ast.BinaryExpr)
	if !ok || !ok2 || a.Op != token.EQL || b.Op != token.EQL || !callmatch.SameValue(f.p.TypesInfo, a.X, b.X) {
		return false
	}
	return len(f.terms(a.Y)) == 0 && len(f.terms(b.Y)) == 0 && !callmatch.SameValue(f.p.TypesInfo, a.Y, b.Y)
}

// part reports whether x is the value y, or belongs to it.
func (f *follow) part(x, y ast.Expr) bool {
	for ; x != nil; x = inside(x) {
		if callmatch.SameValue(f.p.TypesInfo, x, y) {
			return true
		}
	}
	return false
}

// request reports whether a value is the request or the writer itself.
func (f *follow) request(expr ast.Expr) bool {
	name := callmatch.TypeName(callmatch.Deref(f.p.TypesInfo.TypeOf(expr)))
	return name == "net/http.Request" || catalog.RequestContexts[name] || catalog.ResponseWriters[name]
}
