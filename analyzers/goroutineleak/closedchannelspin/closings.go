package closedchannelspin

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// closings are where the package closes the channels of its variables and fields.
type closings map[*types.Var][]inspector.Cursor

func closingsOf(p *check.Pass, in *inspector.Inspector) closings {
	set := make(closings)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if !ok || id.Name != "close" || !p.TypesInfo.Types[id].IsBuiltin() || len(call.Args) != 1 {
			continue
		}
		if v := variable(p, call.Args[0]); v != nil {
			set[v] = append(set[v], cur)
		}
	}
	return set
}

// A closing is what closes a channel.
type closing struct {
	when string
	at   token.Pos // in the package; none where a library closes it
}

// of returns what closes the channel that an expression stands for, nil where nothing is known to.
func (c closings) of(p *check.Pass, loop inspector.Cursor, ch ast.Expr) *closing {
	value := ch
	if v := variable(p, ch); v != nil {
		for _, cur := range c[v] {
			if at := cur.Node().Pos(); !byLoop(cur, loop) {
				return &closing{"as at " + p.Where(at, ch.Pos()), at}
			}
		}
		if def := localvar.Definition(p.TypesInfo, astindex.DeclAround(loop), v); def != nil {
			value = def
		}
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok {
		return nil
	}
	if when, ok := catalog.ClosedByLibrary[callmatch.CalleeName(p.TypesInfo, call)]; ok {
		return &closing{when: when}
	}
	return nil
}

// byLoop reports whether the function of the loop closes the channel itself, or defers
// that: the loop has ended before the close, or ends with it.
func byLoop(closing, loop inspector.Cursor) bool {
	fn := fnOf(loop)
	for c := range closing.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if c.Node() == fn {
			return true
		}
		if _, deferred := c.Parent().Parent().Node().(*ast.DeferStmt); !deferred {
			return false
		}
	}
	return false
}

// variable returns the local variable or field that expr names.
func variable(p *check.Pass, expr ast.Expr) *types.Var {
	switch e := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := p.TypesInfo.ObjectOf(e).(*types.Var)
		return v
	case *ast.SelectorExpr:
		v, _ := p.TypesInfo.Uses[e.Sel].(*types.Var)
		return v
	}
	return nil
}
