package lockrace

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/lockstate"
)

// hoist reads the field under the lock before the statement that needs its value,
// and that may take the lock itself. It returns nil where the statement need not
// get to it, or where it needs more of the field than its value.
func hoist(p *check.Pass, stmt ast.Stmt, pos token.Pos, m mutex) *edit.Fix {
	sel := nameAt(p, pos)
	if sel == nil {
		return nil
	}
	whole, base := sel, lastName(sel)
	if call := lenOf(p, sel); call != nil {
		whole, base = call, "size"
	} else if element := elementOf(p, sel); element != nil {
		whole, base = element, singular(base)
	}
	first := firstEvaluated(stmt)
	if first == nil || whole.Pos() < first.Pos() || whole.End() > first.End() || !byValue(p, whole) ||
		late(first, whole) && (whole != sel || !readsBase(p, first, sel)) {
		return nil
	}
	prefix := "current"
	if b, ok := p.TypesInfo.TypeOf(whole).Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		prefix = "is"
	}
	name := freeName(p, pos, base, prefix)
	if name == "" {
		return nil
	}
	e := p.Edit(pos)
	readUnder(p, e, stmt, m, name+" := "+p.Source(whole))
	e.Replace(whole.Pos(), whole.End(), name)
	return e.Fix("Read "+p.Source(whole)+" under "+m.text+" first", "")
}

// firstEvaluated returns the part of a statement that it evaluates whenever it
// runs, once.
func firstEvaluated(stmt ast.Stmt) ast.Node {
	switch stmt := stmt.(type) {
	case *ast.IfStmt:
		if stmt.Init != nil {
			return firstEvaluated(stmt.Init)
		}
		return stmt.Cond
	case *ast.AssignStmt, *ast.ExprStmt, *ast.ReturnStmt:
		return stmt
	}
	return nil
}

// byValue reports whether all that is done with expr is to read a value that fits
// into a word or two: a copy made under the lock does as well.
func byValue(p *check.Pass, expr ast.Expr) bool {
	path := pathTo(p, expr.Pos())
	i := slices.Index(path, ast.Node(expr)) + 1
	if i == 0 || i == len(path) {
		return false
	}
	t := p.TypesInfo.TypeOf(expr)
	switch parent := path[i].(type) {
	case *ast.UnaryExpr:
		return parent.Op != token.AND
	case *ast.AssignStmt:
		return slices.Contains(parent.Rhs, expr) && len(parent.Rhs) == len(parent.Lhs) && wordy(t)
	case *ast.BinaryExpr:
		return wordy(t) || p.TypesInfo.Types[parent.X].IsNil() || p.TypesInfo.Types[parent.Y].IsNil()
	case *ast.SelectorExpr: // a method may change a value
		_, basic := t.Underlying().(*types.Basic)
		return wordy(t) && !basic
	case *ast.CallExpr: // passes a copy itself
		switch t.Underlying().(type) {
		case *types.Array, *types.Struct:
			return true
		}
	}
	return wordy(t)
}

func wordy(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Interface, *types.Signature, *types.Chan:
		return true
	}
	return false
}

// lenOf returns the call of len that has expr as its argument, or nil.
func lenOf(p *check.Pass, expr ast.Expr) ast.Expr {
	call, _ := find[*ast.CallExpr](p, expr.Pos())
	if call == nil || len(call.Args) != 1 || call.Args[0] != expr {
		return nil
	}
	if id, ok := call.Fun.(*ast.Ident); !ok || p.TypesInfo.Uses[id] != types.Universe.Lookup("len") {
		return nil
	}
	return call
}

// elementOf returns the expression of an element that is looked up in the map expr with a name
// or a constant, or nil. The element is read, not set.
func elementOf(p *check.Pass, expr ast.Expr) ast.Expr {
	index, around := find[*ast.IndexExpr](p, expr.Pos())
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

// overCopy lets a loop whose body may take long, or take the lock itself, range over a copy of
// the field that is made under the lock.
//
//	for _, q := range s.queues {
//		run(q)
//	}
func overCopy(p *check.Pass, u lockstate.Unlocked, m mutex) *edit.Fix {
	stmt, _ := statement(p, u.Pos)
	loop, ok := stmt.(*ast.RangeStmt)
	sel := nameAt(p, u.Pos)
	if !ok || sel == nil || loop.X != sel || !coversAll(sel, u) || u.Write || !goversion.AtLeast(p.Version(u.Pos), "go1.21") {
		return nil
	}
	pkg := ""
	switch p.TypesInfo.TypeOf(sel).Underlying().(type) {
	case *types.Slice:
		pkg = "slices"
	case *types.Map:
		pkg = "maps"
	default:
		return nil
	}
	name := freeName(p, u.Pos, lastName(sel), "current")
	if name == "" {
		return nil
	}
	e := p.Edit(u.Pos)
	readUnder(p, e, loop, m, name+" := "+e.Import(u.Pos, pkg, pkg)+".Clone("+p.Source(sel)+")")
	e.Replace(sel.Pos(), sel.End(), name)
	return e.Fix("Range over a copy of "+p.Source(sel)+" that is made under "+m.text, "")
}

// late reports whether sel is evaluated only if something before it in the code
// around says so, or when a function literal runs.
func late(around ast.Node, sel ast.Expr) bool {
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
		found = ok && p.TypesInfo.ObjectOf(id) == p.TypesInfo.ObjectOf(base) && isField(p, other.Sel) && !late(around, other)
		return !found
	})
	return found
}

// freeName returns name, or a variation, that nothing in the function is called.
func freeName(p *check.Pass, pos token.Pos, name, prefix string) string {
	fn, _ := find[*ast.FuncDecl](p, pos)
	if fn == nil {
		return ""
	}
	name = strings.ToLower(name[:1]) + name[1:]
	title := strings.ToUpper(name[:1]) + name[1:]
	for _, candidate := range []string{name, prefix + title, name + "Now"} {
		free := p.Pkg.Scope().Lookup(candidate) == nil && types.Universe.Lookup(candidate) == nil && !token.IsKeyword(candidate)
		ast.Inspect(fn, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == candidate && !isField(p, id) {
				free = false
			}
			return free
		})
		if free {
			return candidate
		}
	}
	return ""
}

func isField(p *check.Pass, id *ast.Ident) bool {
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && v.IsField()
}
