// Package timebound determines how long a pause is at most.
package timebound

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A Bound is how great integer expressions can become in the body of a loop.
type Bound struct {
	P       *check.Pass
	Info    *types.Info
	Scope   ast.Node     // the declaration around the loop
	counter types.Object // of the loop; nil for others
	last    float64      // the counter's greatest value
	Rounds  float64      // how often the loop runs at most
	inside  bool         // of a function that gives the value
}

// Counts reports whether a loop counts from a constant up to another one.
func (b *Bound) Counts(loop ast.Node) bool {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		n, ok := b.constant(loop.X)
		if id, isIdent := loop.Key.(*ast.Ident); isIdent {
			b.counter = b.Info.Defs[id]
		}
		b.last, b.Rounds = n-1, n
		return ok
	case *ast.ForStmt:
		init, okInit := loop.Init.(*ast.AssignStmt)
		cond, okCond := loop.Cond.(*ast.BinaryExpr)
		inc, okInc := loop.Post.(*ast.IncDecStmt)
		if !okInit || !okCond || !okInc || inc.Tok != token.INC || len(init.Lhs) != 1 {
			return false
		}
		first, ok := b.constant(init.Rhs[0])
		end, okEnd := b.settled(cond.Y)
		id, isIdent := init.Lhs[0].(*ast.Ident)
		x, isX := cond.X.(*ast.Ident)
		if !ok || !okEnd || !isIdent || !isX || b.Info.Defs[id] == nil || b.Info.Uses[x] != b.Info.Defs[id] || cond.Op != token.LSS && cond.Op != token.LEQ {
			return false
		}
		if cond.Op == token.LSS {
			end--
		}
		b.counter, b.last, b.Rounds = b.Info.Defs[id], end, end-first+1
		return true
	}
	return false
}

// settled returns the value of a constant, or of a local variable that is only ever given one.
func (b *Bound) settled(expr ast.Expr) (float64, bool) {
	if v := syntax.LocalVariable(b.Info, expr); v != nil && b.Scope != nil {
		if value := localvar.Value(b.Info, b.Scope, v); value != nil {
			expr = value
		}
	}
	return b.constant(expr)
}

func (b *Bound) constant(expr ast.Expr) (float64, bool) {
	value := b.Info.Types[expr].Value
	if value == nil || value.Kind() != constant.Int && value.Kind() != constant.Float {
		return 0, false
	}
	n, _ := constant.Float64Val(value)
	return n, true
}

// Most returns the greatest value that an expression can have, as far as it is made
// of constants, the loop's counter and random numbers with a bound.
func (b *Bound) Most(expr ast.Expr) (float64, bool) {
	if n, ok := b.constant(expr); ok {
		return n, true
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		if v := PackageVariable(b.P, expr); v != nil && !v.Exported() {
			if value := DeclaredAs(b.P, v); value != nil {
				return b.Most(value)
			}
		}
		if v := syntax.LocalVariable(b.Info, expr); v != nil && types.Object(v) != b.counter {
			if value := localvar.Value(b.Info, b.Scope, v); value != nil {
				return b.Most(value)
			}
			if n, known := b.given(v); known {
				return n, true
			}
		}
		return b.last, b.counter != nil && b.Info.Uses[expr] == b.counter
	case *ast.SelectorExpr:
		return b.begins(expr)
	case *ast.BinaryExpr:
		x, okX := b.Most(expr.X)
		y, okY := b.Most(expr.Y)
		switch expr.Op {
		case token.ADD:
			return x + y, okX && okY
		case token.MUL:
			return x * y, okX && okY
		case token.SUB:
			return x, okX && b.passed(expr.Y)
		}
	case *ast.CallExpr:
		name := callmatch.CalleeName(b.Info, expr)
		if catalog.RandomFractions[name] {
			return math.Nextafter(1, 0), true
		}
		if id, ok := expr.Fun.(*ast.Ident); ok && b.Info.Uses[id] == types.Universe.Lookup("min") {
			return b.least(expr.Args)
		}
		if n, known := b.returned(expr); known {
			return n, true
		}
		if len(expr.Args) != 1 {
			break
		}
		if catalog.TimeLeft[name] {
			return b.left(expr.Args[0])
		}
		n, known := b.Most(expr.Args[0])
		switch {
		case b.Info.Types[expr.Fun].IsType():
			return n, known
		case catalog.RandomBelow[name]:
			return math.Nextafter(n, 0), known
		}
	}
	return 0, false
}

// least returns the smallest of the bounds that are known.
func (b *Bound) least(list []ast.Expr) (least float64, known bool) {
	for _, expr := range list {
		if n, ok := b.Most(expr); ok && (!known || n < least) {
			least, known = n, true
		}
	}
	return least, known
}

// passed reports whether expr is how much time has passed since something, at least
// none.
func (b *Bound) passed(expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	return ok && catalog.Elapsed[callmatch.CalleeName(b.Info, call)]
}

// MostOf returns the greatest value that is assigned to a local variable.
func (b *Bound) MostOf(v *types.Var) (most float64, known bool) {
	known = true
	assign := func(lhs ast.Expr, rhs ast.Expr) {
		if id, ok := lhs.(*ast.Ident); ok && b.Info.ObjectOf(id) == v {
			n, ok := b.Most(rhs)
			most, known = max(most, n), known && ok
		}
	}
	ast.Inspect(b.Scope, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
					assign(lhs, n.Rhs[min(i, len(n.Rhs)-1)])
				} else {
					assign(lhs, lhs) // grows by itself
				}
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				assign(n.X, n)
			}
		case *ast.IncDecStmt:
			assign(n.X, n.X)
		case *ast.RangeStmt:
			assign(n.Key, n.X)
			assign(n.Value, n.X)
		}
		return known
	})
	return most, known && most > 0
}

// PackageVariable returns the variable of the package that expr names, nil for others.
func PackageVariable(p *check.Pass, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() != p.Pkg.Scope() {
		return nil
	}
	return v
}

// DeclaredAs returns what a variable of the package is declared with that nothing in it but
// a test assigns to, nil for others.
func DeclaredAs(p *check.Pass, v *types.Var) (value ast.Expr) {
	for _, f := range p.Files {
		if p.Quiet(f.Package) {
			continue
		}
		if f.FileStart <= v.Pos() && v.Pos() < f.FileEnd {
			value = localvar.Assigned(p.TypesInfo, f, v)
		} else if assigns(p.TypesInfo, f, v) {
			return nil
		}
	}
	return value
}

func assigns(info *types.Info, in ast.Node, v *types.Var) bool {
	found := false
	is := func(x ast.Expr) {
		id, ok := x.(*ast.Ident)
		found = found || ok && info.Uses[id] == v
	}
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				is(lhs)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return !found
	})
	return found
}
