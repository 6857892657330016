// Package scope finds the context that the work around a place is given.
package scope

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
)

// AtHand returns the context that the function around cur is given for its work, or one
// around it that calls it: a parameter, or what a parameter carries; nil if there is none,
// or if it has a blank name, which says that it is not wanted.
func AtHand(p *check.Pass, cur inspector.Cursor) *ctxscope.Source {
	fn, ok := astindex.FuncAround(cur)
	for ; ok; fn, ok = syntax.CalledBy(p, fn) {
		for _, given := range ctxscope.Given(p.Pass, fn.Node(), cur.Node().Pos()) {
			if given.Kind == "field" && !(EndsWithOwner(p, cur, given.Var) && ownWork(p, fn)) {
				continue
			}
			if name := ctxflow.Derived(p, cur, &given); given.Kind == "carrier" && name != "" {
				given.Expr = name
			}
			return &given
		}
	}
	return nil
}

// ownWork reports whether fn is part of what goroutines of the package do. What a method
// does for its callers is theirs to end, and it may have to be done whether the owner of
// the field is stopped or not.
func ownWork(p *check.Pass, fn inspector.Cursor) bool {
	return astindex.Of(p.Pass).OnlyInGoroutines(p.TypesInfo, fn.Node())
}

// EndsWithOwner reports whether a field is a context that ends with its struct: all that is
// ever assigned to it, unconditionally, comes from calls which make a context with a cancel
// function. One that is only passed on, in structs for others, is about something else.
func EndsWithOwner(p *check.Pass, cur inspector.Cursor, field *types.Var) bool {
	found, works, handedOn := false, false, false
	for _, use := range astindex.Of(p.Pass).Uses[field] {
		id, ok := astindex.Find(cur.Inspector(), use)
		if !ok {
			return false
		}
		value, assigned := stored(id)
		if !assigned {
			works, handedOn = works || worksWith(id), handedOn || !worksWith(id)
			continue
		}
		if !cancellable(p, id, value) || conditional(id) {
			return false
		}
		found = true
	}
	return found && (works || !handedOn)
}

// worksWith reports whether the field named at id is given to a call, or asked for
// its end.
func worksWith(id inspector.Cursor) bool {
	expr := id
	if kind, _ := id.ParentEdge(); kind == edge.SelectorExpr_Sel {
		expr = id.Parent()
	}
	kind, _ := expr.ParentEdge()
	return kind == edge.CallExpr_Args || kind == edge.SelectorExpr_X
}

// conditional reports whether code at cur runs in some cases only: the field may
// then be empty.
func conditional(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.CaseClause)(nil), (*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch c.Node().(type) {
		case *ast.IfStmt, *ast.CaseClause:
			return true
		}
		return false
	}
	return false
}

// stored returns what is assigned to the field that the identifier at id names,
// nil if that is not seen, and whether anything is.
func stored(id inspector.Cursor) (ast.Expr, bool) {
	switch parent := id.Parent().Node().(type) {
	case *ast.KeyValueExpr:
		if parent.Key == id.Node() {
			return parent.Value, true
		}
	case *ast.SelectorExpr:
		assign, ok := id.Parent().Parent().Node().(*ast.AssignStmt)
		if !ok {
			return nil, false
		}
		for i, lhs := range assign.Lhs {
			if lhs == ast.Expr(parent) {
				return assign.Rhs[min(i, len(assign.Rhs)-1)], true
			}
		}
	}
	return nil, false
}

// cancellable reports whether the context that expr denotes has a cancel function.
func cancellable(p *check.Pass, cur inspector.Cursor, expr ast.Expr) bool {
	if expr == nil {
		return false
	}
	r := &ctxend.Region{P: p, Scope: astindex.DeclAround(cur), Ctx: expr}
	if value := r.Value(expr); value != nil {
		expr = value
	}
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, call)] {
	case "cancel", "signal", "group", "shutdown":
		return true
	}
	return false
}
