package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

// A fieldClose is a close of a channel of root that each run of a function makes.
type fieldClose struct {
	root *types.Var
	path string
	call *ast.CallExpr // the close itself
	via  ast.Node      // the statement that makes it
}

// reportByGoroutine reports a channel that a goroutine of an object closes when it returns, and a
// method of the object whenever it is called:
//
//	func (s *Stream) read() { defer close(s.done); … } // go s.read()
//	func (s *Stream) Close() { close(s.done); … }
//
// Whichever comes first, the other panics.
func reportByGoroutine(p *check.Pass, reported map[*types.Func]bool) {
	idx := astindex.Of(p.Pass)
	for _, s := range idx.Starts {
		body := bodyOf(p, s)
		if body == nil || p.Quiet(s.Node.Pos()) {
			continue
		}
		for _, c := range closesAlways(p, body, maxHelpers) {
			owner := callmatch.Named(c.root.Type())
			if owner == nil || c.path == "" {
				continue
			}
			if fn, again := closingMethod(p, owner.Origin(), body, c); fn != nil && !reported[fn] {
				reported[fn] = true
				reportWithGoroutine(p, c, fn, again)
			}
		}
		reportOnPath(p, body, reported)
	}
}

// maxHelpers is how many functions a close may be away.
const maxHelpers = 2

// bodyOf returns what a goroutine runs, nil where that is not in the package.
func bodyOf(p *check.Pass, s astindex.Start) *ast.BlockStmt {
	if s.Lit != nil {
		return s.Lit.Body
	}
	if decl := astindex.Of(p.Pass).Decls[s.Func]; decl != nil {
		return decl.Body
	}
	return nil
}

// closesAlways returns the closes of channels in fields that each run of a body makes, itself or in a
// method of the package.
func closesAlways(p *check.Pass, body *ast.BlockStmt, depth int) []fieldClose {
	var list []fieldClose
	for _, stmt := range body.List {
		call := closesonce.Unconditional(stmt)
		switch {
		case call == nil:
		case callmatch.IsBuiltin(p.TypesInfo, call, "close"):
			if root, path := callmatch.Path(p.TypesInfo, call.Args[0]); root != nil {
				list = append(list, fieldClose{root, path, call, stmt})
			}
		case depth > 0:
			for _, inner := range closesIn(p, call, depth-1) {
				inner.via = stmt
				list = append(list, inner)
			}
		}
		if closesonce.Leaves(stmt) {
			break // what follows is not run each time
		}
	}
	return list
}

// closesIn returns what the method closes that a call runs, from the receiver of the call.
func closesIn(p *check.Pass, call *ast.CallExpr, depth int) []fieldClose {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	if !ok || fn == nil || fn.Signature().Recv() == nil {
		return nil
	}
	decl := astindex.Of(p.Pass).Decls[fn.Origin()]
	root, path := callmatch.Path(p.TypesInfo, sel.X)
	if decl == nil || decl.Body == nil || root == nil {
		return nil
	}
	var list []fieldClose
	for _, c := range closesAlways(p, decl.Body, depth) {
		if isReceiver(p, decl, c.root) {
			list = append(list, fieldClose{root, path + c.path, c.call, nil})
		}
	}
	return list
}

// closingMethod returns a method of a type that closes the channel each time, beside the goroutine, and
// where it does.
func closingMethod(p *check.Pass, owner *types.Named, goroutine ast.Node, c fieldClose) (*types.Func, fieldClose) {
	for m := range owner.Methods() {
		decl := astindex.Of(p.Pass).Decls[m]
		if decl == nil || decl.Body == nil || syntax.Within(decl, c.via.Pos()) || !calledBeside(p, m, decl, goroutine, c) {
			continue
		}
		for _, again := range closesAlways(p, decl.Body, maxHelpers) {
			if again.path == c.path && isReceiver(p, decl, again.root) {
				return m, again
			}
		}
	}
	return nil, fieldClose{}
}

// calledBeside reports whether a method is called by others than the goroutine: importers, if the
// goroutine does not call it, too, or code of the package.
func calledBeside(p *check.Pass, m *types.Func, decl *ast.FuncDecl, goroutine ast.Node, c fieldClose) bool {
	idx := astindex.Of(p.Pass)
	if slices.ContainsFunc(idx.Starts, func(s astindex.Start) bool { return s.Runs(p.TypesInfo, m) }) {
		return false
	}
	if syntax.Ends[m.Name()] && callmatch.Callee(p.TypesInfo, closesonce.Unconditional(c.via.(ast.Stmt))) != m {
		return true
	}
	return !syntax.Within(decl, c.call.Pos()) && slices.ContainsFunc(idx.Calls[m], func(call astindex.Call) bool { return !syntax.Within(goroutine, call.Expr.Pos()) })
}

func reportWithGoroutine(p *check.Pass, c fieldClose, fn *types.Func, again fieldClose) {
	calls := []*ast.CallExpr{again.call}
	if c.call != again.call {
		calls = append(calls, c.call)
	}
	p.Report(check.Finding{
		At: again.call,
		Message: fmt.Sprintf("the second close panics: the goroutine closes %s at %s when it returns, and so does each call of %s",
			p.Source(again.call.Args[0]), p.Where(c.via.Pos(), again.call.Pos()), fn.Name()),
		Trace: []check.Hop{{Pos: c.via.Pos(), Message: "closed by the goroutine"}, {Pos: again.via.Pos(), Message: "closed by " + fn.Name()}},
		Fix:   fixOnce(p, calls...),
	})
}
