package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportOnPath reports a channel that a goroutine of an object closes on one of its paths, and a method of the
// object whenever it is called:
//
//	func (c *Client) run() { …; if banned { close(c.quit); return } … } // go c.run()
//	func (c *Client) Stop() { close(c.quit); … }
//
// What the goroutine asks before does not matter: the method asks nothing.
func reportOnPath(p *check.Pass, body *ast.BlockStmt, reported map[*types.Func]bool) {
	for _, c := range closesSometimes(p, body) {
		owner := callmatch.Named(c.root.Type())
		if owner == nil || c.path == "" || !ofObject(p, c) {
			continue
		}
		fn, again := closingMethod(p, owner.Origin(), body, c)
		if fn == nil || reported[fn] {
			continue
		}
		reported[fn] = true
		p.Report(check.Finding{
			At: c.call,
			Message: fmt.Sprintf("the second close panics: the goroutine closes %s here on one of its paths, and each call of %s closes it at %s",
				p.Source(c.call.Args[0]), fn.Name(), p.Where(again.call.Pos(), c.call.Pos())),
			Trace: []check.Hop{{Pos: again.via.Pos(), Message: "closed by " + fn.Name()}},
			Fix:   fixOnce(p, c.call, again.call),
		})
	}
}

// closesSometimes returns the closes of channels in fields in the branches of a body, by statements of their own.
func closesSometimes(p *check.Pass, body *ast.BlockStmt) (list []fieldClose) {
	top := make(map[ast.Node]bool)
	for _, stmt := range body.List {
		top[stmt] = true
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ExprStmt:
			call, ok := n.X.(*ast.CallExpr)
			if !ok || top[n] {
				return true
			}
			if callmatch.IsBuiltin(p.TypesInfo, call, "close") {
				if root, path := callmatch.Path(p.TypesInfo, call.Args[0]); root != nil {
					list = append(list, fieldClose{root, path, call, n})
				}
				return true
			}
			if fn := callmatch.Callee(p.TypesInfo, call); fn == nil || fn.Exported() {
				return true // a method that others call as well may say who is to do it
			}
			for _, inner := range closesIn(p, call, 0) {
				inner.via = n
				list = append(list, inner)
			}
		}
		return true
	})
	return list
}

// ofObject reports whether a close is one of the object whose method runs it, or starts the goroutine that does.
func ofObject(p *check.Pass, c fieldClose) bool {
	cur, ok := syntax.CursorOf(p, c.via)
	if !ok {
		return false
	}
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	return ok && isReceiver(p, decl, c.root)
}
