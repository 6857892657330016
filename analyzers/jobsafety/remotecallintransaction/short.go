package remotecallintransaction

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"time"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety/internal/txregion"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// soon is how long a transaction may wait without much harm.
const soon = 2 * time.Second

// short returns what limits a call to a short time: the deadline of its context, the Timeout of its client, or
// either of those in the function of the package that it calls.
func short(p *check.Pass, h *txregion.Held, call *ast.CallExpr) token.Pos {
	parts := call.Args
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		parts = append([]ast.Expr{sel.X}, parts...)
	}
	for _, part := range parts {
		v, ok := callmatch.Object(p.TypesInfo, part).(*types.Var)
		if !ok || v.IsField() {
			continue
		}
		if made := localvar.Assigned(p.TypesInfo, h.Fn, v); made != nil && limitOf(p, made) {
			return made.Pos()
		}
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return token.NoPos
	}
	at := token.NoPos
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if expr, ok := n.(ast.Expr); ok && !at.IsValid() && limitOf(p, expr) {
			at = expr.Pos()
		}
		return !at.IsValid()
	})
	return at
}

// limitOf reports whether an expression makes a context or a client with a short limit.
func limitOf(p *check.Pass, made ast.Expr) bool {
	switch made := ast.Unparen(made).(type) {
	case *ast.UnaryExpr:
		return limitOf(p, made.X)
	case *ast.CallExpr:
		return catalog.ContextEnds[callmatch.CalleeName(p.TypesInfo, made)] == "deadline" && len(made.Args) > 1 && isSoon(p, made.Args[1])
	case *ast.CompositeLit:
		limit := astindex.LitField(made, "Timeout")
		return limit != nil && isSoon(p, limit)
	}
	return false
}

func isSoon(p *check.Pass, expr ast.Expr) bool {
	value := p.TypesInfo.Types[expr].Value
	if value == nil || !callmatch.IsType(p.TypesInfo.TypeOf(expr), "time.Duration") {
		return false
	}
	d, exact := constant.Int64Val(value)
	return exact && 0 < d && time.Duration(d) <= soon
}
