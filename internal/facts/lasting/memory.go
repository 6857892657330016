package lasting

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// ToMemory reports whether a call writes to a buffer in memory, which is seen in the function around it:
//
//	enc := json.NewEncoder(&body)
//	enc.Encode(v)
func ToMemory(info *types.Info, fn ast.Node, call *ast.CallExpr) bool {
	to := destination(info, fn, call)
	return to != nil && catalog.InMemoryWriters[callmatch.TypeName(callmatch.Deref(info.TypeOf(to)))]
}

// destination returns what a call writes to, nil where it does not say.
func destination(info *types.Info, fn ast.Node, call *ast.CallExpr) ast.Expr {
	name := callmatch.CalleeName(info, call)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	switch {
	case strings.HasPrefix(name, "fmt.Fprint") || name == "io.WriteString" || name == "io.Copy" || name == "io.CopyN":
		return call.Args[0]
	case name == "(*encoding/json.Encoder).Encode" && isSel:
		made, ok := ast.Unparen(encoder(info, fn, sel.X)).(*ast.CallExpr)
		if ok && callmatch.CalleeName(info, made) == "encoding/json.NewEncoder" {
			return made.Args[0]
		}
	}
	return nil
}

// encoder returns the expression that an encoder comes from.
func encoder(info *types.Info, fn ast.Node, expr ast.Expr) ast.Expr {
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		if v, ok := info.Uses[id].(*types.Var); ok {
			return localvar.Definition(info, fn, v)
		}
	}
	return expr
}
