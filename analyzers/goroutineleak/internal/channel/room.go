package channel

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/sendcount"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// Room returns the number of values that may wait in one channel of the owner, as an
// expression for its make; "" when that is not known there.
func (o *Owner) Room(p *check.Pass, mk *ast.CallExpr) string {
	if o.atMostOne {
		return "1"
	}
	total := 0
	for _, s := range o.senders {
		l := ssainstr.Innermost(o.loops, s.At.Block())
		switch {
		case l == nil:
			total = sendcount.Plus(total, s.count)
		case len(o.senders) > 1 || s.count > 1:
			return ""
		case o.answered(s.At, l):
			return "1" // the last iteration's
		default:
			return rounds(p, s.At, mk)
		}
	}
	if total == sendcount.Many {
		return ""
	}
	return strconv.Itoa(total)
}

// rounds returns the number of iterations of the loop around a go statement, as an
// expression that means the same at the make.
func rounds(p *check.Pass, start ssa.Instruction, mk *ast.CallExpr) string {
	cur, ok := ssainstr.CursorAt(p, start.Pos())
	if !ok {
		return ""
	}
	for c := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		if syntax.Within(c.Node(), mk.Pos()) {
			return ""
		}
		switch loop := c.Node().(type) {
		case *ast.RangeStmt:
			return lengthAt(p, loop.X, mk, loop.Pos())
		case *ast.ForStmt: // for i := 0; i < n; i++
			if cond, ok := loop.Cond.(*ast.BinaryExpr); ok && cond.Op == token.LSS && countsUp(p, loop) {
				return lengthAt(p, cond.Y, mk, loop.Pos())
			}
			return ""
		}
	}
	return ""
}

// countsUp reports whether a loop counts from zero in ones.
func countsUp(p *check.Pass, loop *ast.ForStmt) bool {
	init, ok := loop.Init.(*ast.AssignStmt)
	inc, up := loop.Post.(*ast.IncDecStmt)
	return ok && up && inc.Tok == token.INC && len(init.Rhs) == 1 && p.Source(init.Rhs[0]) == "0"
}

// lengthAt returns the length or number that x stands for, if x is the same at the make as
// at the loop: a path whose variable is declared before and not assigned between the two.
func lengthAt(p *check.Pass, x ast.Expr, mk *ast.CallExpr, loop token.Pos) string {
	if value := p.TypesInfo.Types[x].Value; value != nil {
		return value.ExactString()
	}
	if call, ok := ast.Unparen(x).(*ast.CallExpr); ok && len(call.Args) == 1 && p.TypesInfo.Types[call.Fun].IsBuiltin() {
		return lengthAt(p, call.Args[0], mk, loop)
	}
	root := syntax.RootVar(p.TypesInfo, x)
	if root == nil || !syntax.VisibleAt(p, root, mk.Pos()) || assignedBetween(p, root, mk.Pos(), loop) {
		return ""
	}
	switch t := p.TypesInfo.TypeOf(x).Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
		return "len(" + p.Source(x) + ")"
	case *types.Basic:
		if t.Info()&types.IsInteger != 0 {
			return p.Source(x)
		}
	}
	return ""
}

// assignedBetween reports whether v is mentioned on the left of an assignment
// between two positions.
func assignedBetween(p *check.Pass, v *types.Var, from, to token.Pos) bool {
	cur, ok := ssainstr.CursorAt(p, from)
	if !ok {
		return true
	}
	found := false
	ast.Inspect(syntax.OutermostFunc(cur), func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Pos() < from || assign.Pos() > to {
			return true
		}
		for _, lhs := range assign.Lhs {
			found = found || syntax.RootVar(p.TypesInfo, lhs) == v
		}
		return true
	})
	return found
}

// LastAct reports whether nothing but the end follows the sends: then the
// senders cannot tell whether a value was received or buffered.
func (o *Owner) LastAct(sends []*ssa.Send) bool {
	for _, send := range sends {
		if o.senderOf(send.Parent()) == nil || !ends(send.Block(), ssainstr.InstrsAfter(send), make(map[*ssa.BasicBlock]bool)) {
			return false
		}
	}
	return true
}

func ends(b *ssa.BasicBlock, instrs []ssa.Instruction, seen map[*ssa.BasicBlock]bool) bool {
	for _, instr := range instrs {
		switch instr := instr.(type) {
		case *ssa.Call:
			_, builtin := instr.Call.Value.(*ssa.Builtin)
			if !builtin && ssaflow.Callee(&instr.Call) != "(*sync.WaitGroup).Done" {
				return false
			}
		case *ssa.Store, *ssa.Send, *ssa.Select, *ssa.MapUpdate, *ssa.Go:
			return false
		}
	}
	for _, succ := range b.Succs {
		if seen[succ] {
			continue
		}
		seen[succ] = true
		if !ends(succ, succ.Instrs, seen) {
			return false
		}
	}
	return true
}
