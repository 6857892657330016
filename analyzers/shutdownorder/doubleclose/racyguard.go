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
			reportRacyGuard(p, in, decl, cur, test)
		}
	}
}

func reportRacyGuard(p *check.Pass, in *inspector.Inspector, decl *ast.FuncDecl, cur inspector.Cursor, test ast.Node) {
	var doubts []check.Doubt
	call := cur.Node().(*ast.CallExpr)
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if at := exclusive(p, decl.Body, call.Pos(), 2); at.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.MaybeHeld, at))
	}
	when := "at the same time"
	if startedBetween(cur, test) {
		when = "soon after each other" // the goroutine closes later
	} else if !calledByTwo(p, fn) {
		doubts = append(doubts, check.Doubting(verdict.NoSecondCall, fn.Pos()))
	}
	ch := p.Source(call.Args[0])
	f := check.Finding{
		At: call,
		Message: fmt.Sprintf("two calls of %s %s panic with \"close of closed channel\": both pass the test at line %d before one closes %s, and no lock is held",
			fn.Name(), when, p.Line(test.Pos()), ch),
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

// inLiteral reports whether something else than the method runs the code, as a sync.Once does. A
// goroutine of the method runs it later still.
func inLiteral(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.FuncLit)(nil)) {
		call := c.Parent()
		if _, started := call.Parent().Node().(*ast.GoStmt); !started || call.Node().(*ast.CallExpr).Fun != c.Node() {
			return true
		}
	}
	return false
}

// startedBetween reports whether a goroutine that starts after the test makes the call.
func startedBetween(cur inspector.Cursor, test ast.Node) bool {
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		return !within(c.Node(), test)
	}
	return false
}

// exclusive returns where a function, before end, acquires a lock, does an atomic operation or sends on a
// channel that may be a lock, by the names, itself or by what it calls in the package. A lock for reading
// excludes no other call.
func exclusive(p *check.Pass, body *ast.BlockStmt, end token.Pos, depth int) (at token.Pos) {
	ast.Inspect(body, func(n ast.Node) bool {
		if n != nil && n.Pos() >= end {
			return false
		}
		switch n := n.(type) {
		case *ast.SendStmt:
			if id, ok := n.Chan.(*ast.Ident); !ok || !madeInCall(p, id) {
				at = n.Pos()
			}
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, n)
			if fn == nil {
				return true
			}
			if catalog.Exclusive[fn.Name()] && fn.Name() != "RLock" {
				at = n.Pos()
			}
			if decl := declOf(p, fn); decl != nil && depth > 0 && exclusive(p, decl.Body, decl.End(), depth-1).IsValid() {
				at = n.Pos()
			}
		}
		return !at.IsValid()
	})
	return at
}

// madeInCall reports whether each call has a channel of its own, which excludes no other call.
func madeInCall(p *check.Pass, id *ast.Ident) bool {
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	return v != nil && v.Kind() == types.LocalVar
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
