package goroutineleak

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// shortPause reports whether d is below the limit at most, or a variable that holds
// such a duration, or one that begins far below it; or whether the loop makes so few
// rounds that all pauses together are short.
func shortPause(p *check.Pass, cur inspector.Cursor, d ast.Expr, loops []inspector.Cursor, limit time.Duration) bool {
	least := 0.0
	if v := localVariable(p.TypesInfo, d); v != nil {
		if value := localvar.Value(p.TypesInfo, outermostFunc(cur), v); value != nil {
			d = value
		} else if first := definition(p.TypesInfo, outermostFunc(cur), v); first != nil {
			d, limit, least = first, limit/10, 1 // it grows from there; from zero, by a setting
		}
	}
	b := &bound{info: p.TypesInfo}
	if n, known := b.most(d); known && (least > 0 || n < float64(limit)) {
		return least <= n && n < float64(limit)
	}
	if len(loops) > 1 || !b.counts(loops[0].Node()) {
		return false
	}
	n, known := b.most(d)
	return known && n*b.rounds < float64(shortWhenUsed)
}

// A bound is how great integer expressions can become in the body of a loop.
type bound struct {
	info    *types.Info
	counter types.Object // of the loop; nil for others
	last    float64      // the counter's greatest value
	rounds  float64      // how often the loop runs at most
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
		return b.last, b.counter != nil && b.info.Uses[expr] == b.counter
	case *ast.BinaryExpr:
		x, okX := b.most(expr.X)
		y, okY := b.most(expr.Y)
		switch expr.Op {
		case token.ADD:
			return x + y, okX && okY
		case token.MUL:
			return x * y, okX && okY
		}
	case *ast.CallExpr:
		name := callmatch.CalleeName(b.info, expr)
		if catalog.RandomFractions[name] {
			return math.Nextafter(1, 0), true
		}
		if len(expr.Args) != 1 {
			break
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

// definition returns the expression that v is defined with, or nil.
func definition(info *types.Info, scope ast.Node, v *types.Var) ast.Expr {
	var value ast.Expr
	ast.Inspect(scope, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		for i, lhs := range assign.Lhs {
			if id, ok := lhs.(*ast.Ident); ok && info.Defs[id] == v {
				value = assign.Rhs[i]
			}
		}
		return true
	})
	return value
}
