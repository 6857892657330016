package continuesaftererror

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// setsStatus reports whether a function sets the status of an answer to its parameter i, as one that sends
// a message on a stream does not. Those of other packages are believed.
func setsStatus(p *check.Pass, fn *types.Func, i, depth int) (found bool) {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || i >= fn.Signature().Params().Len() {
		return fn.Pkg() != p.Pkg
	}
	param := fn.Origin().Signature().Params().At(i)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		name := callmatch.CalleeName(p.TypesInfo, call)
		row, known := catalog.Answers[name]
		if known && writerOf(p, call, row) == param {
			found = row.Status > -2 || name == "(net/http.ResponseWriter).WriteHeader"
		} else if j, v := passed(p, call); v == param && depth > 0 {
			if callee := callmatch.Callee(p.TypesInfo, call); callee != nil {
				found = setsStatus(p, callee, j, depth-1)
			}
		}
		return !found
	})
	return found
}

// saysError reports whether a function answers with an error, by its name: WriteError, response.Fail.
func saysError(fn *types.Func) bool {
	return saysAnswer(fn) && slices.ContainsFunc(catalog.Words(fn.Name()), func(w string) bool { return catalog.ErrorAnswerWords[w] })
}

// saysAnswer reports whether a function answers, by its name or that of its package.
func saysAnswer(fn *types.Func) bool {
	names := catalog.Words(fn.Name())
	if fn.Pkg() != nil && fn.Signature().Recv() == nil {
		names = append(names, catalog.Words(fn.Pkg().Name())...)
	}
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(names, func(w string) bool { return set[w] })
	}
	return has(catalog.AnswerWords) && !has(catalog.HeaderWords)
}
