package leftopen

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A place is a field, or a variable of the package, that a function sets to what it opens.
type place struct {
	p     *check.Pass
	fn    *ssa.Function
	reads func(load *ssa.UnOp) bool // reports whether a load reads it
}

// touched reports whether a function reads the field before an instruction, other than to call a method
// of it that does not end it: it may close what the field has, or know that there is nothing.
func (l *place) touched(fn *ssa.Function, before ssa.Instruction, depth int) bool {
	for instr := range ssaflow.Instrs(fn) {
		if before != nil && !ssaflow.Follows(instr, before) {
			continue
		}
		if load, ok := instr.(*ssa.UnOp); ok && l.reads(load) && !l.onlyUsed(load) && !knownSet(load, before) {
			return true
		}
		call, ok := instr.(ssa.CallInstruction)
		if !ok || depth == 0 {
			continue
		}
		if callee := call.Common().StaticCallee(); callee != nil && callee != l.fn && callee.Pkg == fn.Pkg && l.touched(callee, nil, depth-1) {
			return true
		}
	}
	return false
}

// onlyUsed reports whether nothing but methods of what is read are called, and none that ends it.
func (l *place) onlyUsed(load *ssa.UnOp) bool {
	return !slices.ContainsFunc(ssabuild.Referrers(load), func(ref ssa.Instruction) bool {
		if _, debug := ref.(*ssa.DebugRef); debug {
			return false
		}
		call, ok := ref.(*ssa.Call)
		return !ok || receiver(&call.Call) != ssa.Value(load) || catalog.ClosesByName(ssaflow.Object(&call.Call).Name())
	})
}

// knownSet reports whether what is read is compared with nil alone, and an instruction is reached only where
// it is not nil.
func knownSet(load *ssa.UnOp, at ssa.Instruction) bool {
	return at != nil && !slices.ContainsFunc(ssabuild.Referrers(load), func(ref ssa.Instruction) bool {
		if _, debug := ref.(*ssa.DebugRef); debug {
			return false
		}
		cmp, ok := ref.(*ssa.BinOp)
		if !ok || !site.IsNil(cmp.Y) {
			return true
		}
		return slices.ContainsFunc(ssabuild.Referrers(cmp), func(use ssa.Instruction) bool {
			branch, ok := use.(*ssa.If)
			if !ok {
				_, debug := use.(*ssa.DebugRef)
				return !debug
			}
			null := branch.Block().Succs[0]
			if cmp.Op == token.NEQ {
				null = branch.Block().Succs[1]
			}
			return null == at.Block() || ssaflow.Reaches(null, at.Block())
		})
	})
}

// used reports whether a function uses the field, so that it is set when the function is called.
func (l *place) used(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn) {
		if load, ok := instr.(*ssa.UnOp); ok && l.reads(load) {
			return true
		}
	}
	return false
}

// callersTouch reports whether what calls a function looks at the field before.
func (l *place) callersTouch(fn *ssa.Function) bool {
	calls, _ := ssaflow.Of(l.p.Pass).Callers(fn)
	return slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool { return l.touched(call.Parent(), call, 1) })
}

// closes returns what closes what is there, other than a function that ends everything and what only that calls.
func (l *place) closes(ends func(*ssa.Function) bool) ssa.Instruction {
	for _, fn := range ssabuild.Of(l.p.Pass).Funcs {
		callers, complete := ssaflow.Of(l.p.Pass).Callers(fn)
		within := complete && len(callers) > 0 && !slices.ContainsFunc(callers, func(call ssa.CallInstruction) bool { return !ends(call.Parent()) })
		if ends(fn) || within {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || receiver(call.Common()) == nil || !catalog.ClosesByName(ssaflow.Object(call.Common()).Name()) {
				continue
			}
			if load, ok := receiver(call.Common()).(*ssa.UnOp); ok && l.reads(load) {
				return instr
			}
		}
	}
	return nil
}

// closeBefore calls the method that closes what is there, after what first returns, before a store. It reports
// whether what is assigned to is the place.
func (l *place) closeBefore(store ssa.Instruction, end string, first func(lhs ast.Expr) (string, bool)) *edit.Fix {
	at, ok := l.p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(store.Pos(), store.Pos())
	if !ok || end == "" {
		return nil
	}
	for cur := range at.Enclosing((*ast.AssignStmt)(nil)) {
		stmt := cur.Node().(*ast.AssignStmt)
		if astindex.Stmts(cur.Parent().Node()) == nil {
			return nil
		}
		for _, lhs := range stmt.Lhs {
			if text, ok := first(ast.Unparen(lhs)); ok {
				e, name := l.p.Edit(stmt.Pos()), l.p.Source(lhs)
				e.Before(stmt, fmt.Sprintf("if %[1]s != nil {\n%[3]s%[1]s.%[2]s()\n}", name, end, text))
				return e.Fix(fmt.Sprintf("Close %s before it is replaced", name), "")
			}
		}
		return nil
	}
	return nil
}
