package usedafterput

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A use is what is done with the memory when the pool may have given it to another goroutine.
type use struct {
	instr  ssa.Instruction
	what   string
	result int        // of a return
	again  *ssa.Defer // puts the value back once more
}

// firstUse returns the first use behind a put, or one that lasts longer than the function which defers it.
func (put *put) firstUse(m *memory) (first *use) {
	put.walk(func(instr ssa.Instruction) bool {
		if put.deferred() {
			first = m.outlives(instr)
		} else {
			first = m.use(instr)
		}
		return first == nil
	})
	switch {
	case first != nil:
		return first
	case put.deferred():
		return put.laterDeferred(m)
	}
	return put.again()
}

// walk visits the instructions behind a put, up to where the function has another value of the pool.
func (put *put) walk(visit func(ssa.Instruction) bool) {
	seen := make(map[*ssa.BasicBlock]bool)
	var from func(b *ssa.BasicBlock, start int) bool
	from = func(b *ssa.BasicBlock, start int) bool {
		for _, instr := range b.Instrs[start:] {
			if v, ok := instr.(ssa.Value); ok && v == put.value {
				return true
			}
			if !visit(instr) {
				return false
			}
		}
		for _, succ := range b.Succs {
			if !seen[succ] && succ != b.Parent().Recover {
				seen[succ] = true
				if !from(succ, 0) {
					return false
				}
			}
		}
		return true
	}
	b := put.instr.Block()
	from(b, slices.Index(b.Instrs, ssa.Instruction(put.instr))+1)
}

// outlives returns the use that goes on when the function has returned.
func (m *memory) outlives(instr ssa.Instruction) *use {
	switch instr := instr.(type) {
	case *ssa.Return:
		return m.returned(instr)
	case *ssa.Send:
		if m.holds(instr.X) {
			return &use{instr: instr, what: "is sent"}
		}
	case *ssa.MapUpdate:
		if _, made := instr.Map.(*ssa.MakeMap); !made && isSlice(instr.Value) && m.holds(instr.Value) {
			return &use{instr: instr, what: "is stored"}
		}
	}
	return nil
}

func (m *memory) returned(ret *ssa.Return) *use {
	for other, values := range ssaflow.Returns(ret.Parent()) {
		if other != ret {
			continue
		}
		if i := slices.IndexFunc(values, m.holds); i >= 0 {
			return &use{instr: ret, what: "is returned", result: i}
		}
	}
	return nil
}

// use returns the access of the memory that an instruction is.
func (m *memory) use(instr ssa.Instruction) *use {
	if u := m.outlives(instr); u != nil {
		return u
	}
	switch instr := instr.(type) {
	case *ssa.Call:
		b, builtin := instr.Call.Value.(*ssa.Builtin)
		if builtin && (b.Name() == "len" || b.Name() == "cap") {
			return nil
		}
		if instr.Call.IsInvoke() && m.holds(instr.Call.Value) || slices.ContainsFunc(instr.Call.Args, m.holds) {
			return &use{instr: instr, what: "is used"}
		}
	case *ssa.FieldAddr:
		if m.values[instr.X] {
			return &use{instr: instr, what: "is used"}
		}
	case *ssa.IndexAddr:
		if m.values[instr.X] {
			return &use{instr: instr, what: "is used"}
		}
	}
	return nil
}

// laterDeferred returns the deferred call of the value that runs after the one that puts it back.
func (put *put) laterDeferred(m *memory) *use {
	for instr := range ssaflow.Instrs(put.instr.Parent()) {
		call, ok := instr.(*ssa.Defer)
		if ok && ssaflow.Follows(call, put.instr) && (call.Call.IsInvoke() && m.holds(call.Call.Value) || slices.ContainsFunc(call.Call.Args, m.holds)) {
			return &use{instr: call, what: "is used"}
		}
	}
	return nil
}

// again returns the put itself, where a deferred call puts the same value back once more.
func (put *put) again() *use {
	for instr := range ssaflow.Instrs(put.instr.Parent()) {
		call, ok := instr.(*ssa.Defer)
		if !ok || !ssaflow.Follows(call, put.instr) {
			continue
		}
		if v := putBy(&call.Call, 2); v != nil && origin(v) == put.value {
			return &use{instr: put.instr, again: call}
		}
	}
	return nil
}

func isSlice(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Slice)
	return ok
}

// expr returns what is used in the source.
func (u *use) expr(p *check.Pass) ast.Expr {
	switch instr := u.instr.(type) {
	case *ssa.Return:
		stmt, _ := source.Find[*ast.ReturnStmt](p, instr.Pos())
		if stmt == nil || u.result >= len(stmt.Results) {
			return nil
		}
		return stmt.Results[u.result]
	case *ssa.Send:
		if stmt, _ := source.Find[*ast.SendStmt](p, instr.Pos()); stmt != nil {
			return stmt.Value
		}
	case *ssa.MapUpdate:
		if stmt, _ := source.Find[*ast.AssignStmt](p, instr.Pos()); stmt != nil && len(stmt.Rhs) == 1 {
			return stmt.Rhs[0]
		}
	case ssa.CallInstruction:
		if call := source.CallExpr(p, instr); call != nil {
			return call
		}
	case *ssa.FieldAddr:
		if sel := source.SelectorAt(p, instr.Pos()); sel != nil {
			return sel
		}
	case *ssa.IndexAddr:
		if index, _ := source.Find[*ast.IndexExpr](p, instr.Pos()); index != nil {
			return index
		}
	}
	return nil
}
