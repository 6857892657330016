package valueflow

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// limitBeside adds a doubt where the literal whose field gets the client, of a type of another module,
// sets a limit as well, or one in it does: the library may apply that to each request.
//
//	&bot.Client{HTTP: client, Defaults: &bot.Options{Timeout: 5 * time.Second}}
func (f *Flow) limitBeside(lit *ast.CompositeLit, field *types.Var) {
	module := moduleOf(field.Pkg())
	if f.typ != HTTPClient || module == "" || module == moduleOf(f.P.Pkg) {
		return
	}
	for n := range ast.Preorder(lit) {
		kv, ok := n.(*ast.KeyValueExpr)
		if !ok || !f.limits(kv, module) {
			continue
		}
		f.Doubt(verdict.UnknownLimit, kv)
		return
	}
}

// limits reports whether a field of a type of the module gets a limit that is not zero.
func (f *Flow) limits(kv *ast.KeyValueExpr, module string) bool {
	key, ok := kv.Key.(*ast.Ident)
	if !ok || !catalog.RequestLimits[key.Name] || !callmatch.IsType(f.P.TypesInfo.TypeOf(kv.Value), "time.Duration") {
		return false
	}
	field, ok := f.P.TypesInfo.Uses[key].(*types.Var)
	if !ok || !field.IsField() || moduleOf(field.Pkg()) != module {
		return false
	}
	value := f.P.TypesInfo.Types[kv.Value].Value
	return value == nil || constant.Sign(value) > 0
}
