package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
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
	index := astindex.Of(p.Pass)
	if len(index.Starts) == 0 {
		return nil
	}
	var list []goroutine
	for _, s := range ssaflow.Of(p.Pass).Starts() {
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

// startsOnce reports whether code in fn runs when the program starts, or once
// in its life: package initialization, or the function of a sync.Once. A
// goroutine from there is meant to live as long as the process.
func startsOnce(p *check.Pass, fn *ssa.Function, depth int) bool {
	for ; fn.Parent() != nil; fn = fn.Parent() {
		if refs := closureUses(fn); slices.ContainsFunc(refs, onceCall) {
			return true
		}
	}
	if fn.Signature.Recv() == nil && (fn.Name() == "init" || fn.Synthetic == "package initializer") {
		return true
	}
	calls, complete := ssaflow.Of(p.Pass).Callers(fn)
	if obj := fn.Object(); obj != nil && isInitFunc(fn) {
		return true
	}
	if !complete || len(calls) == 0 || depth == 0 {
		return false
	}
	for _, c := range calls {
		if !startsOnce(p, c.Parent(), depth-1) {
			return false
		}
	}
	return true
}

// isInitFunc recognizes the functions that SSA form calls init#1 and so on.
func isInitFunc(fn *ssa.Function) bool {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "init"
}

// closureUses returns the instructions that use the literal fn.
func closureUses(fn *ssa.Function) []ssa.Instruction {
	var list []ssa.Instruction
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			var buf [8]*ssa.Value
			for _, op := range instr.Operands(buf[:0]) {
				mk, ok := (*op).(*ssa.MakeClosure)
				if *op == ssa.Value(fn) || ok && mk.Fn == ssa.Value(fn) {
					list = append(list, instr)
				}
			}
		}
	}
	return list
}

func onceCall(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	switch ssaflow.Callee(call.Common()) {
	case "(*sync.Once).Do", "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues":
		return true
	}
	return false
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

// ofSignals reports whether t is a channel of os.Signal.
func ofSignals(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ch.Elem()).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "os" && named.Obj().Name() == "Signal"
}
