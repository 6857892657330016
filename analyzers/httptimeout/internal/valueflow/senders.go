package valueflow

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// sends reports whether t is an interface that the client which is followed has the methods of:
//
//	type Doer interface { Do(*http.Request) (*http.Response, error) }
func (f *Flow) sends(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return false
	}
	made, ok := f.Made.Node().(ast.Expr)
	if !ok {
		return false
	}
	typ := f.P.TypesInfo.TypeOf(made)
	if results, ok := typ.(*types.Tuple); ok && results.Len() > 0 {
		typ = results.At(0).Type()
	}
	client := callmatch.Named(typ)
	return client != nil && callmatch.IsType(client, HTTPClient) && types.Implements(types.NewPointer(client), iface)
}

// ClientMethod returns the name of the method of an http.Client that a call is one of, also where the
// client is an interface.
func ClientMethod(info *types.Info, call *ast.CallExpr) string {
	fn := callmatch.Callee(info, call)
	if fn == nil || fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type()) {
		return callmatch.Name(fn)
	}
	return "(*" + HTTPClient + ")." + fn.Name()
}
