package doubleclose

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportRacyGuards reports exported methods that test whether they have closed a channel, and then close
// it, in two steps that no lock makes one:
//
//	func (w *Worker) Stop() {
//		select {
//		case <-w.stop:
//		default:
//			close(w.stop)
//		}
//	}
//
// The test may also be one of a flag, or of nil. Two calls at the same time both pass it.
func reportRacyGuards(p *check.Pass, in *inspector.Inspector) {
	seen := make(map[*types.Func]bool)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
		if !ok || decl.Recv == nil || !decl.Name.IsExported() || len(call.Args) != 1 || !callmatch.IsBuiltin(p.TypesInfo, call, "close") || p.Quiet(call.Pos()) {
			continue
		}
		fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		if fn == nil || seen[fn] || !ofReceiver(p, decl, call.Args[0]) || inLiteral(cur) {
			continue
		}
		if test := racyTest(p, decl, call); test != nil {
			seen[fn] = true
			reportRacyGuard(p, in, decl, call, test)
		}
	}
}

func reportRacyGuard(p *check.Pass, in *inspector.Inspector, decl *ast.FuncDecl, call *ast.CallExpr, test ast.Node) {
	var doubts []check.Doubt
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if at := exclusive(p, decl.Body, 2); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.MaybeHeld, at))
	}
	if !calledByTwo(p, fn) {
		doubts = append(doubts, check.Doubting(verdict.NoSecondCall, fn.Pos()))
	}
	ch := p.Source(call.Args[0])
	f := check.Finding{
		At: call,
		Message: fmt.Sprintf("two calls of %s at the same time panic with \"close of closed channel\": both pass the test at line %d before one closes %s, and no lock is held",
			fn.Name(), p.Line(test.Pos()), ch),
		Trace:  []check.Hop{{Pos: test.Pos(), Message: "tested here"}},
		Doubts: doubts,
	}
	if assigned(p, in, call.Args[0]) == 0 && closes(p, decl) == 1 {
		f.Fix = fixOnce(p, call)
	}
	p.Report(f)
}

// ofReceiver reports whether a channel is in a field of the receiver.
func ofReceiver(p *check.Pass, decl *ast.FuncDecl, ch ast.Expr) bool {
	sel, ok := ast.Unparen(ch).(*ast.SelectorExpr)
	if !ok || callmatch.Field(p.TypesInfo, sel) == nil || len(decl.Recv.List[0].Names) == 0 {
		return false
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	return ok && p.TypesInfo.Uses[id] == p.TypesInfo.Defs[decl.Recv.List[0].Names[0]]
}

// inLiteral reports whether something else than the method runs the code, as a sync.Once does.
func inLiteral(cur inspector.Cursor) bool {
	for range cur.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	return false
}

// exclusive returns where a function acquires a lock, does an atomic operation or sends on a channel that may
// be a lock, by the names, itself or by what it calls in the package. A lock for reading excludes no other
// call.
func exclusive(p *check.Pass, body *ast.BlockStmt, depth int) (at token.Pos) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			at = n.Pos()
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			if fn == nil {
				return true
			}
			if catalog.Exclusive[fn.Name()] && fn.Name() != "RLock" {
				at = n.Pos()
			}
			if decl := declOf(p, fn); decl != nil && depth > 0 && exclusive(p, decl.Body, depth-1).IsValid() {
				at = n.Pos()
			}
		}
		return !at.IsValid()
	})
	return at
}

func declOf(p *check.Pass, fn *types.Func) *ast.FuncDecl {
	if fn == nil {
		return nil
	}
	if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil {
		return decl
	}
	return nil
}

// calledByTwo reports whether two functions of the package call a method, on what neither has made for
// itself, or each of the goroutines that a loop starts does.
func calledByTwo(p *check.Pass, fn *types.Func) bool {
	callers := make(map[ast.Node]bool)
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		sel, ok := ast.Unparen(call.Expr.Fun).(*ast.SelectorExpr)
		if !ok || call.In == nil {
			continue
		}
		id, _ := ast.Unparen(sel.X).(*ast.Ident)
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		if v != nil && v.Kind() == types.LocalVar && call.In.Pos() <= v.Pos() && v.Pos() < call.In.End() {
			continue
		}
		callers[call.In] = true
		if v != nil && byEach(p, call.Expr, v) {
			return true
		}
	}
	return len(callers) > 1
}

// byEach reports whether a loop that is younger than a variable starts goroutines which make a call.
func byEach(p *check.Pass, call *ast.CallExpr, v *types.Var) bool {
	cur, ok := syntax.CursorOf(p, call)
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		loop := loopAround(p, c.Node())
		return loop != nil && !syntax.Within(loop, v.Pos()) && !startsOnce(c)
	}
	return false
}

// closes counts the channels that a method closes: a Once is for one.
func closes(p *check.Pass, decl *ast.FuncDecl) int {
	n := 0
	ast.Inspect(decl, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok && callmatch.IsBuiltin(p.TypesInfo, call, "close") {
			n++
		}
		return true
	})
	return n
}

// assigned counts where a channel is assigned to the field: a Once beside one that is made again would close
// only the first.
func assigned(p *check.Pass, in *inspector.Inspector, ch ast.Expr) int {
	n := 0
	for _, id := range astindex.Of(p.Pass).Uses[callmatch.Field(p.TypesInfo, ch)] {
		cur, ok := in.Root().FindNode(id)
		if !ok {
			continue
		}
		if kind, _ := cur.Parent().ParentEdge(); kind == edge.AssignStmt_Lhs {
			n++
		}
	}
	return n
}
