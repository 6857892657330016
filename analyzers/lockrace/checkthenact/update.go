package checkthenact

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// matters reports whether it does harm that what another goroutine has stored is overwritten: it can be
// closed or has a lock, or a connection was opened for it, or it counts.
func (m *missed) matters(p *check.Pass, fn inspector.Cursor) bool {
	return atomicity.Identity(p.TypesInfo.TypeOf(m.value)) || m.opened(p, fn) || m.counts(p, fn)
}

// opened reports whether a pool of connections is made between the test and the act, by the type of what
// a call returns.
func (m *missed) opened(p *check.Pass, fn inspector.Cursor) bool {
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if call.Pos() < m.read.End() || call.End() > m.store.Pos() {
			continue
		}
		t := p.TypesInfo.TypeOf(call)
		if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
			t = tuple.At(0).Type()
		}
		if t != nil && catalog.OpenedPools[callmatch.TypeName(callmatch.Deref(t))] {
			return true
		}
	}
	return false
}

// counts reports whether a number is stored that the container counts up: a second Set sets it back.
func (m *missed) counts(p *check.Pass, fn inspector.Cursor) bool {
	basic, ok := p.TypesInfo.TypeOf(m.value).Underlying().(*types.Basic)
	sel, isSel := ast.Unparen(m.store.Fun).(*ast.SelectorExpr)
	if !ok || basic.Info()&types.IsNumeric == 0 || !isSel {
		return false
	}
	methods := types.NewMethodSet(p.TypesInfo.TypeOf(sel.X))
	for i := range methods.Len() {
		if strings.HasPrefix(methods.At(i).Obj().Name(), "Incr") {
			return true
		}
	}
	return false
}

// updates reports
//
//	v, _ := c.hits.Load(key)
//	n, _ := v.(int)
//	c.hits.Store(key, n+1) // what another goroutine has added since is lost
func updates(p *check.Pass, fn, at inspector.Cursor, stores []string) {
	read := at.Node().(*ast.CallExpr)
	from, ok := read.Fun.(*ast.SelectorExpr)
	if !ok || len(read.Args) == 0 {
		return
	}
	given, computed := derived(p, fn, at)
	for cur := range fn.Preorder((*ast.CallExpr)(nil)) {
		store := cur.Node().(*ast.CallExpr)
		to, ok := store.Fun.(*ast.SelectorExpr)
		if !ok || store.Pos() < read.End() || len(store.Args) < 2 || !slices.Contains(stores, to.Sel.Name) ||
			named(p, fn, to.X) != named(p, fn, from.X) || p.Source(store.Args[0]) != p.Source(read.Args[0]) {
			continue
		}
		if v := callmatch.Object(p.TypesInfo, store.Args[1]); !computes(p, store.Args[1], given) && !(v != nil && computed[v]) {
			continue
		}
		p.Report(check.Finding{
			At: store,
			Message: fmt.Sprintf("update of another goroutine may be lost: %s stores what is computed from the value at line %d, and another goroutine may have stored since",
				p.Source(store.Fun), p.Line(read.Pos())),
			Trace: []check.Hop{{Pos: read.Pos(), Message: "read here"}},
		})
		return
	}
}

// derived returns the variables that hold what a read has given, and those that hold what is computed of it.
func derived(p *check.Pass, fn, read inspector.Cursor) (given, computed map[types.Object]bool) {
	given, computed = make(map[types.Object]bool), make(map[types.Object]bool)
	targets, _ := localvar.Targets(read)
	if len(targets) == 0 {
		return given, computed
	}
	given[callmatch.Object(p.TypesInfo, targets[0])] = true
	delete(given, nil)
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil)) {
		switch stmt := cur.Node().(type) {
		case *ast.IncDecStmt:
			v := callmatch.Object(p.TypesInfo, stmt.X)
			computed[v] = computed[v] || given[v]
		case *ast.AssignStmt:
			if stmt.Pos() < read.Node().Pos() || len(stmt.Rhs) != 1 || !holds(p, stmt.Rhs[0], given) {
				continue
			}
			v := callmatch.Object(p.TypesInfo, stmt.Lhs[0])
			given[v] = v != nil
			computed[v] = computed[v] || computes(p, stmt.Rhs[0], given)
		}
	}
	return given, computed
}

// holds reports whether an expression is one of the variables, asserted or converted, or computed of one.
func holds(p *check.Pass, expr ast.Expr, given map[types.Object]bool) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return given[p.TypesInfo.ObjectOf(expr)]
	case *ast.TypeAssertExpr:
		return holds(p, expr.X, given)
	case *ast.CallExpr:
		if p.TypesInfo.Types[expr.Fun].IsType() && len(expr.Args) == 1 {
			return holds(p, expr.Args[0], given)
		}
	}
	return computes(p, expr, given)
}

// computes reports whether an expression adds to one of the variables.
func computes(p *check.Pass, expr ast.Expr, given map[types.Object]bool) bool {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.BinaryExpr:
		return (expr.Op == token.ADD || expr.Op == token.SUB) && (holds(p, expr.X, given) || holds(p, expr.Y, given))
	case *ast.CallExpr:
		return callmatch.IsBuiltin(p.TypesInfo, expr, "append") && holds(p, expr.Args[0], given)
	}
	return false
}
