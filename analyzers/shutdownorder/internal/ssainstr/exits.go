// Package ssainstr has small questions about instructions of the SSA form.
package ssainstr

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/exits"
)

// Exits reports whether call ends the process without running deferred calls: itself, or
// because the function, or the literal in a variable, that it calls always does.
func Exits(p *check.Pass, call *ast.CallExpr) bool {
	return exits.Of(p.Pass).Ends(call)
}

// ExitsOn returns the error that makes a call end the process, nil if none does.
//
//	check(err)
func ExitsOn(p *check.Pass, call *ast.CallExpr) ast.Expr { return exits.Of(p.Pass).Failure(call) }

// Ending reports whether a call ends the process, and whether that is sure: the Fatal of a
// logger that is not known only has the name.
func Ending(p *check.Pass, call *ast.CallExpr) (exits, sure bool) {
	if Exits(p, call) || endsChain(p, call) || ExitsOn(p, call) != nil {
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
