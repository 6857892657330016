package criticalsection

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// hoist reads the field under the lock before the statement that needs its value,
// and that may take the lock itself. It returns nil where the statement need not
// get to it, or where it needs more of the field than its value.
func hoist(p *check.Pass, stmt ast.Stmt, pos token.Pos, m Mutex) *edit.Fix {
	sel := source.NameAt(p, pos)
	if sel == nil {
		return nil
	}
	whole, base := sel, source.LastName(sel)
	if call := lenOf(p, sel); call != nil {
		whole, base = call, "size"
	} else if element := ElementOf(p, sel); element != nil {
		whole, base = element, singular(base)
	}
	first := FirstEvaluated(stmt)
	if first == nil || whole.Pos() < first.Pos() || whole.End() > first.End() || !byValue(p, whole, m.Replaced && whole == sel) ||
		Late(first, whole) && (whole != sel || !readsBase(p, first, sel)) {
		return nil
	}
	prefix := "current"
	if b, ok := p.TypesInfo.TypeOf(whole).Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		prefix = "is"
	}
	name := source.FreeName(p, pos, base, prefix)
	if name == "" {
		return nil
	}
	e := p.Edit(pos)
	ReadUnder(p, e, stmt, m, name+" := "+p.Source(whole))
	e.Replace(whole.Pos(), whole.End(), name)
	return e.Fix("Read "+p.Source(whole)+" under "+m.Text+" first", "")
}

// FirstEvaluated returns the part of a statement that it evaluates whenever it
// runs, once.
func FirstEvaluated(stmt ast.Stmt) ast.Node {
	switch stmt := stmt.(type) {
	case *ast.IfStmt:
		if stmt.Init != nil {
			return FirstEvaluated(stmt.Init)
		}
		return stmt.Cond
	case *ast.AssignStmt, *ast.ExprStmt, *ast.ReturnStmt:
		return stmt
	}
	return nil
}

// byValue reports whether all that is done with expr is to read a value that fits
// into a word or two, as that of a map or slice that is only replaced does: a copy made under the lock does as well.
func byValue(p *check.Pass, expr ast.Expr, replaced bool) bool {
	path := source.PathTo(p, expr.Pos())
	i := slices.Index(path, ast.Node(expr)) + 1
	if i == 0 || i == len(path) {
		return false
	}
	t := p.TypesInfo.TypeOf(expr)
	word := source.Wordy(t) || replaced
	switch parent := path[i].(type) {
	case *ast.UnaryExpr:
		return parent.Op != token.AND
	case *ast.AssignStmt:
		return slices.Contains(parent.Rhs, expr) && len(parent.Rhs) == len(parent.Lhs) && word
	case *ast.BinaryExpr:
		return word || p.TypesInfo.Types[parent.X].IsNil() || p.TypesInfo.Types[parent.Y].IsNil()
	case *ast.SelectorExpr: // a method may change a value
		_, basic := t.Underlying().(*types.Basic)
		return word && !basic
	case *ast.CallExpr: // passes a copy itself
		switch t.Underlying().(type) {
		case *types.Array, *types.Struct:
			return true
		}
	}
	return word
}

// lenOf returns the call of len that has expr as its argument, or nil.
func lenOf(p *check.Pass, expr ast.Expr) ast.Expr {
	call, _ := source.Find[*ast.CallExpr](p, expr.Pos())
	if call == nil || len(call.Args) != 1 || call.Args[0] != expr {
		return nil
	}
	if id, ok := call.Fun.(*ast.Ident); !ok || p.TypesInfo.Uses[id] != types.Universe.Lookup("len") {
		return nil
	}
	return call
}

// ElementOf returns the expression of an element that is looked up in the map expr with a name
// or a constant, or nil. The element is read, not set.
func ElementOf(p *check.Pass, expr ast.Expr) ast.Expr {
	index, around := source.Find[*ast.IndexExpr](p, expr.Pos())
	if index == nil || index.X != expr || len(around) == 0 {
		return nil
	}
	if _, ok := p.TypesInfo.TypeOf(expr).Underlying().(*types.Map); !ok || !steadyKey(index.Index) {
		return nil
	}
	if set, ok := around[0].(*ast.AssignStmt); ok && slices.Contains(set.Lhs, ast.Expr(index)) {
		return nil
	}
	return index
}

func steadyKey(key ast.Expr) bool {
	switch key := key.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return steadyKey(key.X)
	}
	return false
}

// singular returns what one element of a field of that name is called.
func singular(name string) string {
	if one, plural := strings.CutSuffix(name, "s"); plural && len(one) > 1 && !strings.HasSuffix(one, "s") {
		return one
	}
	return name + "Value"
}

// Late reports whether sel is evaluated only under a condition before it in the code
// around, or when a function literal runs.
func Late(around ast.Node, sel ast.Expr) bool {
	found := false
	ast.Inspect(around, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() <= sel.Pos() && sel.End() <= lit.End() {
			found = true
		}
		b, ok := n.(*ast.BinaryExpr)
		if ok && (b.Op == token.LAND || b.Op == token.LOR) && b.Y.Pos() <= sel.Pos() && sel.End() <= b.Y.End() {
			found = true
		}
		return !found
	})
	return found
}

// readsBase reports whether the code around reads another field of the same variable first, whatever
// comes after: the variable is not nil then, and a field of it can be read before.
func readsBase(p *check.Pass, around ast.Node, sel ast.Expr) bool {
	field, ok := sel.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	base, ok := field.X.(*ast.Ident)
	if !ok {
		return false
	}
	found := false
	ast.Inspect(around, func(n ast.Node) bool {
		other, ok := n.(*ast.SelectorExpr)
		if !ok || other.Pos() >= sel.Pos() || found {
			return !found
		}
		id, ok := other.X.(*ast.Ident)
		found = ok && p.TypesInfo.ObjectOf(id) == p.TypesInfo.ObjectOf(base) && source.IsField(p, other.Sel) && !Late(around, other)
		return !found
	})
	return found
}
