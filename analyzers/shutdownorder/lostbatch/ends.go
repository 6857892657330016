package lostbatch

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runEnds reports
//
//	for rec := range in {
//		batch = append(batch, rec)
//		if len(batch) == size {
//			store(batch)
//			batch = batch[:0]
//		}
//	}
//	return nil // without store(batch)
//
// where the loop hands on what is full, and nothing the rest. Safe where anything behind the loop, or
// deferred, uses what has been collected.
func runEnds(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
		loop, fn := cur.Node().(ast.Stmt), inspector.Cursor{}
		if !ends(loop) || p.Quiet(loop.Pos()) {
			continue
		}
		fn, ok := astindex.FuncAround(cur)
		if !ok {
			continue
		}
		b := &batcher{p: p, loop: loop, fn: fn}
		seen := make(map[*types.Var]bool)
		for _, v := range b.grows(bodyOf(loop)) {
			if !v.IsField() && !seen[v] {
				seen[v] = true
				b.judgeEnd(cur, v)
			}
		}
	}
}

func bodyOf(loop ast.Stmt) *ast.BlockStmt {
	if loop, ok := loop.(*ast.ForStmt); ok {
		return loop.Body
	}
	return loop.(*ast.RangeStmt).Body
}

// ends reports whether a loop ends by itself: it is over a sequence, has a condition, or a statement of
// its own body leaves it.
func ends(loop ast.Stmt) bool {
	endless, ok := loop.(*ast.ForStmt)
	if !ok || endless.Cond != nil {
		return true
	}
	for _, stmt := range endless.Body.List {
		if test, ok := stmt.(*ast.IfStmt); ok {
			if last, ok := lastStmt(test.Body.List).(*ast.BranchStmt); ok && last.Tok == token.BREAK {
				return true
			}
		}
	}
	return false
}

func (b *batcher) judgeEnd(cur inspector.Cursor, v *types.Var) {
	hand := b.handsOn(v)
	if hand == nil || !b.whenFull(hand, v) {
		return
	}
	if at := b.usedOutside(v); at.IsValid() {
		b.p.Safe(b.loop, hand.batch, verdict.Handled, at)
		return
	}
	at := analysis.Range(check.Span(b.loop.End()-1, b.loop.End()))
	if next, ok := cur.NextSibling(); ok {
		if stmt, ok := next.Node().(ast.Stmt); ok {
			at = stmt
		}
	}
	b.p.Report(check.Finding{
		At: at,
		Message: fmt.Sprintf("the last of what %s has collected is lost: the loop ends without %s, which hands it on at line %d when it is full",
			hand.batch, b.p.Source(hand.call), b.p.Line(hand.call.Pos())),
		Trace: []check.Hop{{Pos: hand.call.Pos(), Message: "handed on here"}},
		Fix:   b.fixEnd(hand),
	})
}

// whenFull reports whether the loop hands v on below a condition on its length, or continues before
// it does:
//
//	if len(batch) < size {
//		continue
//	}
func (b *batcher) whenFull(hand *handing, v *types.Var) bool {
	for _, stmt := range bodyOf(b.loop).List {
		test, ok := stmt.(*ast.IfStmt)
		if !ok || !b.asksLength(test.Cond, v) {
			continue
		}
		if syntax.Within(test.Body, hand.call.Pos()) {
			return true
		}
		leave, ok := lastStmt(test.Body.List).(*ast.BranchStmt)
		if ok && leave.Tok == token.CONTINUE && test.End() <= hand.call.Pos() {
			return true
		}
	}
	return false
}

// asksLength reports whether a condition compares the length of v with something else than nothing.
func (b *batcher) asksLength(cond ast.Expr, v *types.Var) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		test, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		for _, side := range [][2]ast.Expr{{test.X, test.Y}, {test.Y, test.X}} {
			call, ok := ast.Unparen(side[0]).(*ast.CallExpr)
			limit, constant := side[1].(*ast.BasicLit)
			found = found || ok && callmatch.IsBuiltin(b.p.TypesInfo, call, "len") && b.uses(call, v) && !(constant && (limit.Value == "0" || limit.Value == "1"))
		}
		return !found
	})
	return found
}

// usedOutside returns where the function uses v outside of the loop, other than to give it its
// first value; a literal counts where it is called.
func (b *batcher) usedOutside(v *types.Var) (at token.Pos) {
	ast.Inspect(b.fn.Node(), func(n ast.Node) bool {
		if n == ast.Node(b.loop) {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return n == b.fn.Node()
		case *ast.CallExpr:
			if body := b.body(n); body != nil && b.reaches(body, v, 3) {
				at = n.Pos()
			} else if lit, ok := n.Fun.(*ast.FuncLit); ok && b.reaches(lit, v, 3) {
				at = n.Pos()
			}
			for _, arg := range n.Args {
				if lit, ok := arg.(*ast.FuncLit); ok && lit != b.fn.Node() && !syntax.Within(lit, b.loop.Pos()) && b.reaches(lit, v, 3) {
					at = n.Pos()
				}
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && syntax.VariableOf(b.p, n.Lhs[0]) == v && !b.uses(n.Rhs[0], v) {
				return false
			}
		case *ast.Ident:
			if b.p.TypesInfo.Uses[n] == types.Object(v) {
				at = n.Pos()
			}
		}
		return true
	})
	return at
}

// fixEnd hands on the rest behind the loop, by the statement that does so in it.
func (b *batcher) fixEnd(hand *handing) *edit.Fix {
	stmt := hand.stmt
	if cur, ok := astindex.Find(b.fn.Inspector(), hand.call); ok {
		for c := range cur.Enclosing((*ast.IfStmt)(nil)) {
			if test := c.Node().(*ast.IfStmt); test.Init == hand.stmt && test.Else == nil {
				stmt = test
			}
			break
		}
	}
	if assign, ok := stmt.(*ast.AssignStmt); ok && (assign.Tok == token.DEFINE || slices.ContainsFunc(assign.Lhs, func(x ast.Expr) bool { return callmatch.IsError(b.p.TypesInfo.TypeOf(x)) })) {
		return nil // what is done with the error comes behind
	}
	if !b.outside(stmt) || len(hand.call.Args) == 0 {
		return nil
	}
	e := b.p.Edit(b.loop.Pos())
	e.After(b.loop, "if len("+hand.batch+") > 0 {", "\t"+e.Text(stmt.Pos(), stmt.End()), "}")
	return e.Fix("Hand on what "+hand.batch+" has collected after the loop", "the last, incomplete batch is handed on")
}
