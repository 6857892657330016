package astindex

import (
	"go/ast"
	"go/types"
	"iter"

	"golang.org/x/tools/go/analysis"
)

// Funcs yields the declared functions and methods of the pass's package that
// have a body, in the order of the source. It needs no index.
func Funcs(pass *analysis.Pass) iter.Seq2[*types.Func, *ast.FuncDecl] {
	return func(yield func(*types.Func, *ast.FuncDecl) bool) {
		for _, file := range pass.Files {
			for _, decl := range file.Decls {
				decl, ok := decl.(*ast.FuncDecl)
				if !ok || decl.Body == nil {
					continue
				}
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && !yield(fn, decl) {
					return
				}
			}
		}
	}
}
