package poolops

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// beginsBySQL reports whether a function runs a statement that begins a transaction.
func beginsBySQL(p *check.Pass, fn ast.Node) (found bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || p.TypesInfo.Types[lit].Value == nil || p.TypesInfo.Types[lit].Value.Kind() != constant.String {
			return !found
		}
		text := strings.ToLower(strings.TrimSpace(constant.StringVal(p.TypesInfo.Types[lit].Value)))
		found = found || strings.HasPrefix(text, "begin") || strings.HasPrefix(text, "start transaction")
		return !found
	})
	return found
}

// begun reports whether a variable of a function is a transaction, which with gorm has the type of a pool.
func begun(p *check.Pass, fn ast.Node, on Pool) bool {
	if !gorm(on) || on.Path != "" {
		return false
	}
	if named(on.Root.Name()) || passedTo(p, fn, on.Root) {
		return true
	}
	call, ok := localvar.Assigned(p.TypesInfo, fn, on.Root).(*ast.CallExpr)
	if !ok {
		return false
	}
	callee := callmatch.Callee(p.TypesInfo, call)
	return callee != nil && (named(callee.Name()) || catalog.TxBegins[callmatch.Name(callee)])
}

// passedTo reports whether a variable is a parameter of a literal: what calls that has the transaction.
func passedTo(p *check.Pass, fn ast.Node, v *types.Var) bool {
	lit, ok := fn.(*ast.FuncLit)
	if !ok || lit.Type.Params == nil {
		return false
	}
	for _, field := range lit.Type.Params.List {
		for _, name := range field.Names {
			if p.TypesInfo.Defs[name] == types.Object(v) {
				return true
			}
		}
	}
	return false
}

func gorm(on Pool) bool { return strings.HasSuffix(on.Type, "gorm.DB") }

// named reports whether a name says that it is of a transaction.
func named(name string) bool {
	return slices.ContainsFunc(catalog.Words(name), func(w string) bool { return catalog.TxWords[w] })
}

// Doubts returns what is open about the pool of a statement: a value of gorm may be a transaction where callers
// pass it, or functions of the package make such an object.
func Doubts(p *check.Pass, op *Op) []check.Doubt {
	root := op.On.Root
	if !gorm(op.On) || root.Parent() == p.Pkg.Scope() {
		return nil
	}
	if op.On.Path != "" && !makesOnTx(p) {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.PoolOrTx, root.Pos())}
}

// makesOnTx reports whether the package has a function that returns something on a transaction, by its name.
func makesOnTx(p *check.Pass) bool {
	for fn := range astindex.Funcs(p.Pass) {
		results := fn.Signature().Results()
		if named(fn.Name()) && results.Len() > 0 && !callmatch.IsError(results.At(0).Type()) {
			return true
		}
	}
	return false
}
