package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// shortPause reports whether d is below the limit at most, or a variable that holds
// such a duration, or one that begins far below it; or whether the loop makes so few
// rounds that all pauses together are short.
func shortPause(p *check.Pass, cur inspector.Cursor, d ast.Expr, loops []inspector.Cursor, sig *signal, limit time.Duration) bool {
	b, least := &bound{p: p, info: p.TypesInfo, scope: outermostFunc(cur)}, 0.0
	counted := b.counts(loops[0].Node())
	if v := localVariable(p.TypesInfo, d); v != nil {
		if n, known := b.mostOf(v); known && n < float64(limit) {
			return true
		}
		if n, known := b.capped(cur, v); known && n < float64(limit) {
			return true
		}
		if value := localvar.Value(p.TypesInfo, b.scope, v); value != nil {
			d = value
		} else if first := localvar.Definition(p.TypesInfo, b.scope, v); first != nil && types.Identical(p.TypesInfo.TypeOf(first), v.Type()) {
			d, limit, least = first, limit/10, 1 // it grows from there; from zero, by a setting
		}
	} else if v := packageVariable(p, d); v != nil && v.Exported() {
		if first := declaredAs(b.p, v); first != nil {
			d, limit = first, limit/4 // others may set it
		}
	} else if _, known := b.most(d); !known {
		if first := b.fieldDefault(d); first != nil {
			d, limit = first, limit/4
		}
	}
	if n, known := b.most(d); known && (least > 0 || n < float64(limit)) {
		inAll := sig.path == nil && counted && len(loops) == 1 && b.inAllRounds(d) >= float64(longInAll)
		return least <= n && n < float64(limit) && !inAll
	}
	return counted && len(loops) == 1 && b.inAllRounds(d) < float64(shortWhenObserved)
}

// mostOf returns the greatest value that is assigned to a local variable.
func (b *bound) mostOf(v *types.Var) (most float64, known bool) {
	known = true
	assign := func(lhs ast.Expr, rhs ast.Expr) {
		if id, ok := lhs.(*ast.Ident); ok && b.info.ObjectOf(id) == v {
			n, ok := b.most(rhs)
			most, known = max(most, n), known && ok
		}
	}
	ast.Inspect(b.scope, func(n ast.Node) bool {
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

// packageVariable returns the variable of the package that expr names, nil for others.
func packageVariable(p *check.Pass, expr ast.Expr) *types.Var {
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

// declaredAs returns what a variable of the package is declared with that nothing in it but
// a test assigns to, nil for others.
func declaredAs(p *check.Pass, v *types.Var) (value ast.Expr) {
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
