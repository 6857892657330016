package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportSharedEnds reports an object that is started in a sync.Once, because several share it, and ended by each of
// them:
//
//	func (c *Shared) Start() error    { c.once.Do(func() { c.err = c.inner.Start() }); return c.err }
//	func (c *Shared) Shutdown() error { return c.inner.Shutdown() }
//
// Silent where what ends it is known, and closes no channel each time.
func reportSharedEnds(p *check.Pass, once *closesonce.Result) {
	for begin, decl := range astindex.Funcs(p.Pass) {
		if begin.Signature().Recv() == nil || p.Quiet(decl.Pos()) {
			continue
		}
		owner := syntax.ReceiverType(begin)
		if owner == nil {
			continue
		}
		for path, at := range startedOnce(p, decl) {
			reportEnds(p, once, owner, path, at)
		}
	}
}

// reportEnds reports the methods of a type that end what a field holds in each call.
func reportEnds(p *check.Pass, once *closesonce.Result, owner *types.Named, path string, at ast.Node) {
	for end := range owner.Methods() {
		decl := declOf(p, end)
		if decl == nil || !syntax.Ends[end.Name()] {
			continue
		}
		call := endedEach(p, once, decl, path)
		if call == nil {
			continue
		}
		p.Report(check.Finding{
			At: call,
			Message: fmt.Sprintf("each call of %s ends %s once more, and may panic: callers that share it start it only once, by the sync.Once at line %d",
				end.Name(), p.Source(ast.Unparen(call.Fun).(*ast.SelectorExpr).X), p.Line(at.Pos())),
			Trace:  []check.Hop{{Pos: at.Pos(), Message: "started once here"}},
			Doubts: []check.Doubt{check.Doubting(verdict.CallerDecides, decl.Pos())},
		})
	}
}

// startedOnce returns the fields of the receiver of which a method calls methods in the Do of a sync.Once, and where.
func startedOnce(p *check.Pass, decl *ast.FuncDecl) map[string]ast.Node {
	found := make(map[string]ast.Node)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || callmatch.CalleeName(p.TypesInfo, call) != "(*sync.Once).Do" || len(call.Args) != 1 {
			return true
		}
		lit, ok := ast.Unparen(call.Args[0]).(*ast.FuncLit)
		if !ok {
			return true
		}
		ast.Inspect(lit.Body, func(n ast.Node) bool {
			inner, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if root, path, name := methodOf(p, inner); root != nil && path != "" && isReceiver(p, decl, root) && begins[name] {
				found[path] = call
			}
			return true
		})
		return false
	})
	return found
}

// begins are methods that a matching method ends.
var begins = map[string]bool{"Start": true, "Run": true, "Open": true, "Init": true, "Connect": true, "Listen": true}

// methodOf returns the variable and the path of fields that a method is called on, and its name.
func methodOf(p *check.Pass, call *ast.CallExpr) (root *types.Var, path, name string) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, "", ""
	}
	root, path = callmatch.Path(p.TypesInfo, sel.X)
	return root, path, sel.Sel.Name
}

// endedEach returns the call by which each run of a method ends what a field of its receiver holds: of an interface
// or a type parameter, or of a method that closes a channel each time.
func endedEach(p *check.Pass, once *closesonce.Result, decl *ast.FuncDecl, path string) *ast.CallExpr {
	for _, stmt := range decl.Body.List {
		if call := closesonce.Unconditional(stmt); call != nil {
			root, of, name := methodOf(p, call)
			fn := callmatch.Callee(p.TypesInfo, call)
			if root != nil && of == path && isReceiver(p, decl, root) && syntax.Ends[name] && fn != nil && (open(p, call) || once.Path(fn) != "") {
				return call
			}
		}
		if closesonce.Leaves(stmt) {
			return nil
		}
	}
	return nil
}

// open reports whether a method is called of an interface or of a type parameter.
func open(p *check.Pass, call *ast.CallExpr) bool {
	return types.IsInterface(p.TypesInfo.TypeOf(ast.Unparen(call.Fun).(*ast.SelectorExpr).X))
}
