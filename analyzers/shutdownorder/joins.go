package shutdownorder

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/joins"
)

// variableOf returns the local variable, field or package variable that expr
// names.
func variableOf(p *check.Pass, expr ast.Expr) *types.Var {
	if field := callmatch.Field(p.TypesInfo, expr); field != nil {
		return field
	}
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok {
			return v.Origin()
		}
	}
	return nil
}

// definedBy is variableOf for what an assignment may declare.
func definedBy(p *check.Pass, expr ast.Expr) *types.Var {
	if id, ok := expr.(*ast.Ident); ok {
		v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
		return v
	}
	return variableOf(p, expr)
}

// above reports whether first stands in a list of statements in which, further
// down, second stands, or a statement that contains it: then first has run
// whenever second does.
func above(p *check.Pass, first, second ast.Node) bool {
	cur, ok := cursorOf(p, second)
	if !ok || first == nil || first.Pos() >= second.Pos() {
		return false
	}
	for c := range cur.Enclosing() {
		for _, stmt := range astindex.Stmts(c.Node()) {
			if stmt == first {
				return true
			}
		}
		switch c.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if c.Node() != second {
				return false
			}
		}
	}
	return false
}

// joined returns the goroutines that a wait is for: others than the one that
// waits, which gives a semaphore's token back.
func joined(p *check.Pass, wait step) []astindex.Start {
	var list []astindex.Start
	for _, s := range astindex.Of(p.Pass).Starts {
		body := startBody(p, s)
		if body == nil || body.Pos() <= wait.expr.Pos() && wait.expr.End() <= body.End() {
			continue
		}
		if sel := selector(s.Call.Fun); s.Node == ast.Node(s.Call) && sel != nil && variableOf(p, sel.X) == wait.subject || joins.Tells(p.TypesInfo, body, wait.subject) {
			list = append(list, s)
		}
	}
	return list
}

func startBody(p *check.Pass, s astindex.Start) *ast.BlockStmt {
	if s.Lit != nil {
		return s.Lit.Body
	}
	if decl := astindex.Of(p.Pass).Decls[s.Func]; s.Func != nil && decl != nil {
		return decl.Body
	}
	return nil
}

// waitsWithin reports whether the deferred literal of a release waits itself.
func waitsWithin(p *check.Pass, rel step) bool {
	lit, ok := ast.Unparen(rel.deferred.Call.Fun).(*ast.FuncLit)
	if !ok {
		return false
	}
	st := newStepper(p, kinds(func(*types.Func) bool { return false }))
	return slices.ContainsFunc(st.of(lit), func(s step) bool { return s.kind == waits })
}

// waitedBetween reports whether the function waits for anything at all between
// the start of a goroutine and the end, so that it may be through by then.
func waitedBetween(p *check.Pass, s astindex.Start, rel step, waits []step) bool {
	for _, w := range waits {
		if w.deferred == nil && w.expr.Pos() > s.Node.Pos() && sharesStart(p, w, s) {
			return true
		}
	}
	return false
}

// sharesStart reports whether a wait is for the goroutine.
func sharesStart(p *check.Pass, w step, s astindex.Start) bool {
	for _, other := range joined(p, w) {
		if other.Node == s.Node {
			return true
		}
	}
	return false
}
