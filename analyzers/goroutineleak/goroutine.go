package goroutineleak

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A goroutine is a function of this package that a go statement or a starter
// runs, and runs alone: what the goroutine may do is known.
type goroutine struct {
	start ssaflow.Start
	body  *ssa.Function
}

// goroutines returns the goroutines that this package starts outside of tests,
// without those whose work the main goroutine does as well: that is what the
// program is for.
func goroutines(p *check.Pass) []goroutine {
	index := starters.Of(p.Pass).Index()
	if len(index.Starts) == 0 {
		return nil
	}
	var list []goroutine
	for _, s := range allStarts(p) {
		if !s.Complete || p.Quiet(s.Instr.Pos()) {
			continue
		}
		for _, body := range s.Bodies {
			if body.Syntax() == nil {
				continue
			}
			if _, ok := index.GoroutineOf(p.TypesInfo, body.Syntax()); ok || len(callsOf(p, body)) == 0 {
				list = append(list, goroutine{s, body})
			}
		}
	}
	return list
}

// callsOf returns the calls of fn without a go statement.
func callsOf(p *check.Pass, fn *ssa.Function) []ssa.CallInstruction {
	calls, _ := ssaflow.Of(p.Pass).Callers(fn)
	return slices.DeleteFunc(slices.Clone(calls), func(c ssa.CallInstruction) bool { _, ok := c.(*ssa.Go); return ok })
}

// calls returns the calls in fn, go and defer statements included.
func calls(fn *ssa.Function) []ssa.CallInstruction {
	var list []ssa.CallInstruction
	for instr := range ssaflow.Instrs(fn) {
		if call, ok := instr.(ssa.CallInstruction); ok {
			list = append(list, call)
		}
	}
	return list
}

// cursorAt returns the smallest node around the token at pos.
func cursorAt(p *check.Pass, pos token.Pos) (inspector.Cursor, bool) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if !pos.IsValid() {
		return inspector.Cursor{}, false
	}
	return in.Root().FindByPos(pos, pos+1)
}

// stmtOf returns the statement that keeps the goroutine: the innermost loop
// around all the blocks, in the function they belong to.
func stmtOf(p *check.Pass, blocks []*ssa.BasicBlock) (inspector.Cursor, bool) {
	var found inspector.Cursor
	ok := false
	first, last := span(blocks)
	cur, any := cursorAt(p, first)
	if !any {
		return found, false
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch n := c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return found, ok
		default:
			if within(n, last) {
				return c, true
			}
		}
	}
	return found, ok
}

// span returns the first and the last position in blocks.
func span(blocks []*ssa.BasicBlock) (first, last token.Pos) {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			pos := instr.Pos()
			if _, ok := instr.(*ssa.Phi); ok || !pos.IsValid() {
				continue
			}
			if !first.IsValid() || pos < first {
				first = pos
			}
			last = max(last, pos)
		}
	}
	return first, last
}

// startNode returns the syntax of the go statement or of the starter's call.
func startNode(p *check.Pass, s ssaflow.Start) ast.Node {
	cur, ok := cursorAt(p, s.Instr.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.GoStmt)(nil), (*ast.CallExpr)(nil)) {
		return c.Node()
	}
	return nil
}
