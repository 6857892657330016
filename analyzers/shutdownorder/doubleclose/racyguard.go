package doubleclose

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
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
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
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
		cur, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		if kind, _ := cur.Parent().ParentEdge(); kind == edge.AssignStmt_Lhs {
			n++
		}
	}
	return n
}
