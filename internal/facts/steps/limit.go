package steps

import (
	"go/ast"
	constants "go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A constant is what a variable is set to, as far as the package says.
type constant struct {
	expr ast.Expr
	all  []ast.Expr
	n    int // how often it is set
}

// note collects what fields and variables are set to.
func (b *builder) note(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		b.cancels(n)
		for i, lhs := range n.Lhs {
			value := n.Rhs[0]
			if len(n.Rhs) == len(n.Lhs) {
				value = n.Rhs[i]
			}
			b.set(b.target(lhs), value)
		}
	case *ast.RangeStmt:
		b.goesThrough(n)
	case *ast.IfStmt:
		b.defaultsTo(n)
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if i < len(n.Values) {
				b.set(b.pass.TypesInfo.Defs[name], n.Values[i])
			}
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok {
			if v, ok := b.pass.TypesInfo.Uses[id].(*types.Var); ok && v.IsField() {
				b.set(v, n.Value)
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			if v := b.target(n.X); v != nil && (isDuration(v.Type()) || isString(v.Type())) { // others may write it
				b.set(v, n.X)
				b.set(v, n.X)
			}
		}
	}
	return true
}

// set notes a value of a field or variable.
func (b *builder) set(v types.Object, value ast.Expr) {
	obj, ok := v.(*types.Var)
	if !ok || value == nil {
		return
	}
	obj = obj.Origin()
	if b.values[obj] == nil {
		b.values[obj] = new(constant)
	}
	c := b.values[obj]
	if c.n == 0 {
		c.expr = value
		b.lits[obj] = value
	} else {
		delete(b.lits, obj)
	}
	c.all = append(c.all, value)
	c.n++
}

// defaultsTo notes what a variable is set to where it is zero.
func (b *builder) defaultsTo(n *ast.IfStmt) {
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL && cond.Op != token.LEQ || len(n.Body.List) != 1 || n.Else != nil {
		return
	}
	zero := b.pass.TypesInfo.Types[cond.Y].Value
	set, ok := n.Body.List[0].(*ast.AssignStmt)
	if !ok || len(set.Rhs) != 1 || zero == nil || zero.Kind() != constants.Int || constants.Sign(zero) != 0 {
		return
	}
	if v := varOfExpr(b.pass.TypesInfo, cond.X); v != nil && b.target(set.Lhs[0]) == v {
		b.defaults[v] = set.Rhs[0]
	}
}

// goesThrough notes what the variables of a range statement go through.
func (b *builder) goesThrough(n *ast.RangeStmt) {
	if v := varOfExpr(b.pass.TypesInfo, n.Value); v != nil {
		b.ranged[v], b.tables[v] = rangedOver(n.X), tableLoop{over: n.X}
	}
	if v := varOfExpr(b.pass.TypesInfo, n.Key); v != nil {
		b.tables[v] = tableLoop{over: n.X, keys: true}
		if tracked(v.Type()) { // of a map that is a set
			b.ranged[v] = rangedOver(n.X)
		}
	}
}

// cancels notes which context a cancel function ends.
func (b *builder) cancels(n *ast.AssignStmt) {
	call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr)
	if !ok || len(n.Lhs) != 2 || catalog.ContextEnds[callmatch.CalleeName(b.pass.TypesInfo, call)] == "" {
		return
	}
	if v, ok := b.target(n.Lhs[1]).(*types.Var); ok && catalog.CancelTypes[callmatch.TypeName(v.Type())] {
		b.ends[v] = n.Lhs[0]
	}
}

// rangedOver returns the container of a range, which an iterator may go through.
func rangedOver(x ast.Expr) ast.Expr {
	if call, ok := ast.Unparen(x).(*ast.CallExpr); ok && len(call.Args) > 0 {
		return call.Args[0]
	}
	return x
}

// target returns the variable or field that expr names.
func (b *builder) target(expr ast.Expr) types.Object {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return b.pass.TypesInfo.ObjectOf(expr)
	case *ast.SelectorExpr:
		if f := callmatch.Field(b.pass.TypesInfo, expr); f != nil {
			return f
		}
		return b.pass.TypesInfo.Uses[expr.Sel]
	}
	return nil
}

func isDuration(t types.Type) bool { return t != nil && callmatch.TypeName(t) == "time.Duration" }

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

// limit evaluates a duration, a count, or the deadline of a context. With least,
// the value is a lower bound.
func (w *walker) limit(expr ast.Expr, least bool) Limit { return w.eval(expr, least, 8) }

func (w *walker) eval(expr ast.Expr, least bool, depth int) Limit {
	if depth == 0 || expr == nil {
		return Limit{}
	}
	expr = ast.Unparen(expr)
	if tv := w.pass.TypesInfo.Types[expr]; tv.Value != nil {
		if n, ok := constants.Int64Val(constants.ToInt(tv.Value)); ok {
			return Limit{D: time.Duration(n), Known: true}
		}
	}
	switch expr := expr.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return w.evalVar(expr, least, depth)
	case *ast.BinaryExpr:
		x, y := w.eval(expr.X, least, depth-1), w.eval(expr.Y, least, depth-1)
		return combine(expr.Op, x, y, least)
	case *ast.CallExpr:
		if tv := w.pass.TypesInfo.Types[expr.Fun]; tv.IsType() && len(expr.Args) == 1 {
			return w.eval(expr.Args[0], least, depth-1)
		}
		if row, ok := catalog.DeadlineContexts[callmatch.CalleeName(w.pass.TypesInfo, expr)]; ok && row.Limit < len(expr.Args) {
			l := w.eval(expr.Args[row.Limit], least, depth-1)
			l.From = w.temp(expr)
			return l
		}
	}
	return Limit{}
}

func (w *walker) evalVar(expr ast.Expr, least bool, depth int) Limit {
	v, ok := w.target(expr).(*types.Var)
	if !ok {
		return Limit{}
	}
	if i, ok := w.params[v]; ok {
		return Limit{Param: i}
	}
	c := w.values[v.Origin()]
	if c != nil && c.n > 1 && isContext(v.Type()) {
		return w.derivedLimit(c, least, depth)
	}
	switch {
	case c != nil && c.n == 2 && w.defaults[v] != nil && !least:
		return w.eval(w.defaults[v], least, depth-1) // by the constants in the code
	case c == nil, c.n > 1 && !least:
		return Limit{}
	case v.Exported() && (v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope()):
		return Limit{} // others may set it
	}
	return w.eval(c.expr, least, depth-1)
}

// derivedLimit is the limit of a context that is derived again under the same name.
func (w *walker) derivedLimit(c *constant, least bool, depth int) Limit {
	for _, value := range c.all {
		if l := w.eval(value, least, depth-1); l.Known || l.Param > 0 {
			return l
		}
	}
	return Limit{}
}

func isContext(t types.Type) bool { return callmatch.TypeName(t) == "context.Context" }

func combine(op token.Token, x, y Limit, least bool) Limit {
	if op == token.ADD && least && !(x.Known && y.Known) {
		for _, l := range []Limit{x, y} {
			if l.Known || l.Param > 0 {
				return l
			}
		}
	}
	if !x.Known || !y.Known {
		return Limit{}
	}
	switch op {
	case token.ADD:
		return Limit{D: x.D + y.D, Known: true}
	case token.SUB:
		return Limit{D: x.D - y.D, Known: true}
	case token.MUL:
		return Limit{D: x.D * y.D, Known: true}
	case token.QUO:
		if y.D != 0 {
			return Limit{D: x.D / y.D, Known: true}
		}
	}
	return Limit{}
}
