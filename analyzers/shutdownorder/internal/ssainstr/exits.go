// Package ssainstr has small questions about instructions of the SSA form.
package ssainstr

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Exits reports whether call ends the process without running deferred calls: itself, or
// because the function of this package that it calls always does.
func Exits(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	if _, ok := catalog.Exits[callmatch.Name(fn)]; ok || fn == nil {
		return ok
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || !p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).NoReturn(fn.Origin()) {
		return false
	}
	exits, other := false, false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && p.TypesInfo.Types[id].IsBuiltin() && id.Name == "panic" {
				other = true // deferred calls run
			}
			_, ok := catalog.Exits[callmatch.CalleeName(p.TypesInfo, n)]
			exits = exits || ok
		case *ast.ForStmt, *ast.SelectStmt, *ast.DeferStmt:
			other = true // what does not return need not exit
		}
		return true
	})
	return exits && !other
}

// Ending reports whether a call ends the process, and whether that is sure: the Fatal of a
// logger that is not known only has the name.
func Ending(p *check.Pass, call *ast.CallExpr) (exits, sure bool) {
	if Exits(p, call) || endsChain(p, call) {
		return true, true
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && strings.HasPrefix(fn.Name(), "Fatal") && fn.Signature().Results().Len() == 0 && logs(fn), false
}

// endsChain reports whether a call is the last of a chain that ends the process with it.
func endsChain(p *check.Pass, call *ast.CallExpr) bool {
	if !catalog.ExitChains[callmatch.CalleeName(p.TypesInfo, call)] {
		return false
	}
	for {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if call, ok = ast.Unparen(sel.X).(*ast.CallExpr); !ok {
			return false
		}
		if catalog.ExitChainStarts[callmatch.CalleeName(p.TypesInfo, call)] {
			return true
		}
	}
}

// logs reports whether a function is one of a logger, going by the name of its type or package.
func logs(fn *types.Func) bool {
	if recv := fn.Signature().Recv(); recv != nil {
		return strings.Contains(strings.ToLower(callmatch.TypeName(recv.Type())), "log")
	}
	return fn.Pkg() != nil && strings.Contains(strings.ToLower(fn.Pkg().Name()), "log")
}
