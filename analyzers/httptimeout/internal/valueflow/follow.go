package valueflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// mostHolders bounds how many variables one value is followed through.
const mostHolders = 50

// Follow returns the flow of the value made at cur.
func Follow(p *check.Pass, set *Settings, made inspector.Cursor, typ string) *Flow {
	f := newFlow(p, set, made, typ)
	f.use(made)
	return f
}

// FollowVar returns the flow of the value that a variable is declared as.
func FollowVar(p *check.Pass, set *Settings, at inspector.Cursor, v *types.Var, typ string) *Flow {
	f := newFlow(p, set, at, typ)
	f.hold(v)
	return f
}

func newFlow(p *check.Pass, set *Settings, made inspector.Cursor, typ string) *Flow {
	return &Flow{P: p, in: made.Inspector(), set: set, typ: typ, Made: made, Vars: make(map[*types.Var]bool), calls: make(map[ast.Expr]bool)}
}
