// Package process determines which calls send a signal to which child process, by what they
// call, by the commands they run, and through helpers.
package process

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// AsksAt reports whether the call at cur asks a process to stop.
func AsksAt(p *check.Pass, cur inspector.Cursor, depth int) bool {
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if catalog.Terminations[callmatch.Name(fn)] {
		return true
	}
	if _, sig, ok := signalArg(p, fn, call); ok {
		return !IsKill(p, cur, sig) && !SignalIs(p, cur, sig, 0, nil)
	}
	if c := CommandOf(p, cur); c != nil {
		s, _ := c.sends(p)
		return s == Asks || (c.Tool == "docker" || c.Tool == "podman") && len(c.Args) > 0 && Text(p, c.Args[0]) == "stop"
	}
	return fn != nil && (asksByName(p, call, fn) || depth < 3 && Within(p, cur, fn, func(c inspector.Cursor) bool { return AsksAt(p, c, depth+1) }))
}

// asksByName reports whether the name of a function that cannot be looked into says that
// it asks. One that stops a ticker, or the program's own server, does not. Closing counts for what is written to, such as a child's input.
func asksByName(p *check.Pass, call *ast.CallExpr, fn *types.Func) bool {
	name := strings.ToLower(fn.Name())
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil || fn.Pkg() != nil && catalog.OwnStops[fn.Pkg().Path()] {
		return false
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && name == "close" {
		return callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "io.WriteCloser")
	}
	return slices.ContainsFunc([]string{"stop", "shutdown", "terminate", "interrupt", "graceful", "quit", "sigterm"}, func(w string) bool {
		return strings.Contains(name, w)
	})
}

// Within reports whether something in the body of a function of the package is
// what the test looks for.
func Within(p *check.Pass, cur inspector.Cursor, fn *types.Func, test func(inspector.Cursor) bool) bool {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	body, ok := astindex.Find(cur.Inspector(), decl.Body)
	if !ok {
		return false
	}
	for c := range body.Preorder((*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil)) {
		if test(c) {
			return true
		}
	}
	return false
}

// AsksToEnd reports whether the call at cur sends a signal by which a process is
// asked to end, as far as can be seen: no SIGHUP, which asks for something else.
func AsksToEnd(p *check.Pass, cur inspector.Cursor) bool {
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	_, sig, ok := signalArg(p, callmatch.Callee(p.TypesInfo, call), call)
	return ok && !IsKill(p, cur, sig) && (p.TypesInfo.Types[sig].Value == nil ||
		SignalIs(p, cur, sig, 2, nil) || SignalIs(p, cur, sig, 3, nil) || SignalIs(p, cur, sig, 15, nil))
}
