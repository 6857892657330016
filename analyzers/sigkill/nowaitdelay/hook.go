package nowaitdelay

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// isHook reports whether a program is a script in a directory for such: its path is made of a constant part
// that says so, and of others.
//
//	exec.CommandContext(ctx, filepath.Join(repo, "hooks", "post-receive"))
func isHook(p *check.Pass, cur inspector.Cursor, program ast.Expr) bool {
	if p.TypesInfo.Types[program].Value != nil {
		return false
	}
	if id, ok := ast.Unparen(program).(*ast.Ident); ok {
		v, ok := p.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.Kind() != types.LocalVar {
			return false
		}
		if program = localvar.Value(p.TypesInfo, astindex.DeclAround(cur), v); program == nil {
			return false
		}
	}
	found := false
	ast.Inspect(program, func(n ast.Node) bool {
		expr, ok := n.(ast.Expr)
		if ok {
			value := p.TypesInfo.Types[expr].Value
			found = found || value != nil && value.Kind() == constant.String && hookPath().MatchString(constant.StringVal(value))
		}
		return !found
	})
	return found
}

// hookPath matches the parts of paths that scripts have.
var hookPath = lazyregexp.New(`(?i)(^|/)(hooks?|scripts?)(\.d)?(/|$)|\.sh$`)
