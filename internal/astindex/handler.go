package astindex

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// AnswersRequests reports whether functions of a type are handlers, or are passed what a handler
// answers with: a server calls them once for each request, each in a goroutine of its own.
func AnswersRequests(sig *types.Signature) bool {
	for param := range sig.Params().Variables() {
		name := callmatch.TypeName(callmatch.Deref(param.Type()))
		if name == "net/http.ResponseWriter" || catalog.RequestContexts[name] {
			return true
		}
	}
	return false
}

// Signature returns the type of a declared function or a literal, nil for other nodes.
func Signature(info *types.Info, fn ast.Node) *types.Signature {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return info.Defs[fn.Name].Type().(*types.Signature)
	case *ast.FuncLit:
		return info.TypeOf(fn).(*types.Signature)
	}
	return nil
}
