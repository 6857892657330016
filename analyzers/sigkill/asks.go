package sigkill

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// asksAt reports whether the call at cur asks a process to stop.
func asksAt(p *check.Pass, cur inspector.Cursor, depth int) bool {
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	if catalog.Terminations[callmatch.Name(fn)] {
		return true
	}
	if _, sig, ok := signalArg(p, fn, call); ok {
		return !isKill(p, cur, sig) && !signalIs(p, cur, sig, 0, nil)
	}
	if c := commandOf(p, cur); c != nil {
		s, _ := c.sends(p)
		return s == asks || (c.tool == "docker" || c.tool == "podman") && len(c.args) > 0 && text(p, c.args[0]) == "stop"
	}
	return fn != nil && (asksByName(p, call, fn) || depth < 3 && within(p, cur, fn, func(c inspector.Cursor) bool { return asksAt(p, c, depth+1) }))
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

// waitsAt reports whether n gives a process time: a receive, a pause, a wait.
func waitsAt(p *check.Pass, cur inspector.Cursor, depth int) bool {
	switch n := cur.Node().(type) {
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.CallExpr:
		fn := callmatch.Callee(p.TypesInfo, n)
		if fn == nil {
			return false
		}
		name := strings.ToLower(fn.Name())
		if strings.Contains(name, "wait") || strings.Contains(name, "sleep") || catalog.Terminations[callmatch.Name(fn)] {
			return true
		}
		return depth < 3 && within(p, cur, fn, func(c inspector.Cursor) bool { return waitsAt(p, c, depth+1) })
	}
	return false
}

// within reports whether something in the body of a function of the package is
// what the test looks for.
func within(p *check.Pass, cur inspector.Cursor, fn *types.Func, test func(inspector.Cursor) bool) bool {
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return false
	}
	body, ok := cur.Inspector().Root().FindNode(decl.Body)
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
