package goroutineleak

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A bound is how great integer expressions can become in the body of a loop.
type bound struct {
	p       *check.Pass
	info    *types.Info
	scope   ast.Node     // the declaration around the loop
	counter types.Object // of the loop; nil for others
	last    float64      // the counter's greatest value
	rounds  float64      // how often the loop runs at most
	inside  bool         // of a function that gives the value
}

// counts reports whether a loop counts from a constant up to another one.
func (b *bound) counts(loop ast.Node) bool {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		n, ok := b.constant(loop.X)
		if id, isIdent := loop.Key.(*ast.Ident); isIdent {
			b.counter = b.info.Defs[id]
		}
		b.last, b.rounds = n-1, n
		return ok
	case *ast.ForStmt:
		init, okInit := loop.Init.(*ast.AssignStmt)
		cond, okCond := loop.Cond.(*ast.BinaryExpr)
		inc, okInc := loop.Post.(*ast.IncDecStmt)
		if !okInit || !okCond || !okInc || inc.Tok != token.INC || len(init.Lhs) != 1 {
			return false
		}
		first, ok := b.constant(init.Rhs[0])
		end, okEnd := b.constant(cond.Y)
		id, isIdent := init.Lhs[0].(*ast.Ident)
		x, isX := cond.X.(*ast.Ident)
		if !ok || !okEnd || !isIdent || !isX || b.info.Defs[id] == nil || b.info.Uses[x] != b.info.Defs[id] || cond.Op != token.LSS && cond.Op != token.LEQ {
			return false
		}
		if cond.Op == token.LSS {
			end--
		}
		b.counter, b.last, b.rounds = b.info.Defs[id], end, end-first+1
		return true
	}
	return false
}

func (b *bound) constant(expr ast.Expr) (float64, bool) {
	value := b.info.Types[expr].Value
	if value == nil || value.Kind() != constant.Int && value.Kind() != constant.Float {
		return 0, false
	}
	n, _ := constant.Float64Val(value)
	return n, true
}

// most returns the greatest value that an expression can have, as far as it is made
// of constants, the loop's counter and random numbers with a bound.
func (b *bound) most(expr ast.Expr) (float64, bool) {
	if n, ok := b.constant(expr); ok {
		return n, true
	}
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		if v := packageVariable(b.p, expr); v != nil && !v.Exported() {
			if value := declaredAs(b.p, v); value != nil {
				return b.most(value)
			}
		}
		if v := localVariable(b.info, expr); v != nil && types.Object(v) != b.counter {
			if value := localvar.Value(b.info, b.scope, v); value != nil {
				return b.most(value)
			}
			if n, known := b.given(v); known {
				return n, true
			}
		}
		return b.last, b.counter != nil && b.info.Uses[expr] == b.counter
	case *ast.SelectorExpr:
		return b.begins(expr)
	case *ast.BinaryExpr:
		x, okX := b.most(expr.X)
		y, okY := b.most(expr.Y)
		switch expr.Op {
		case token.ADD:
			return x + y, okX && okY
		case token.MUL:
			return x * y, okX && okY
		case token.SUB:
			return x, okX && b.passed(expr.Y)
		}
	case *ast.CallExpr:
		name := callmatch.CalleeName(b.info, expr)
		if catalog.RandomFractions[name] {
			return math.Nextafter(1, 0), true
		}
		if id, ok := expr.Fun.(*ast.Ident); ok && b.info.Uses[id] == types.Universe.Lookup("min") {
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
		n, known := b.most(expr.Args[0])
		switch {
		case b.info.Types[expr.Fun].IsType():
			return n, known
		case catalog.RandomBelow[name]:
			return math.Nextafter(n, 0), known
		}
	}
	return 0, false
}

// least returns the smallest of the bounds that are known.
func (b *bound) least(list []ast.Expr) (least float64, known bool) {
	for _, expr := range list {
		if n, ok := b.most(expr); ok && (!known || n < least) {
			least, known = n, true
		}
	}
	return least, known
}

// passed reports whether expr is how much time has passed since something, at least
// none.
func (b *bound) passed(expr ast.Expr) bool {
	call, ok := ast.Unparen(expr).(*ast.CallExpr)
	return ok && catalog.Elapsed[callmatch.CalleeName(b.info, call)]
}
