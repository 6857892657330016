package usedbeforeerror

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/panicguard/internal/failure"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A use is an instruction that panics where the call has failed.
type use struct {
	instr  ssa.Instruction
	result int
	test   *ssa.BinOp // of the error, nil where that is dropped
	after  bool       // it comes after the branch for the error, which does not leave the function
}

// early returns the first use of a result that panics where the call has failed, and the test of the error
// that comes after it.
func early(pass *analysis.Pass, call *ssa.Call) *use {
	last := call.Call.Signature().Results().Len() - 1
	err := failure.Result(call, last)
	if err == nil {
		return nil
	}
	test := testOf(err)
	if test == nil || !call.Block().Dominates(test.Block()) {
		return nil
	}
	for _, i := range slices.Concat(failure.Pointers(call), structs(call)) {
		result := failure.Result(call, i)
		if result == nil || failure.Kept(pass, call, i) {
			continue
		}
		for _, b := range untested(call, err) {
			for _, instr := range b.Instrs {
				if instr == ssa.Instruction(test) {
					break
				}
				if panics(instr, result) || callsField(instr, result) {
					return &use{instr: instr, result: i, test: test}
				}
			}
		}
	}
	return nil
}

// untested returns the block of a call and those behind it that are reached where its error is compared with
// another one, and is not that:
//
//	if err == sql.ErrNoRows || !rows.Next() {
func untested(call *ssa.Call, err ssa.Value) []*ssa.BasicBlock {
	list := []*ssa.BasicBlock{call.Block()}
	for {
		last := list[len(list)-1]
		branch, ok := last.Instrs[len(last.Instrs)-1].(*ssa.If)
		if !ok {
			return list
		}
		other := otherError(branch.Cond, err)
		if other < 0 || slices.Contains(list, last.Succs[other]) {
			return list
		}
		list = append(list, last.Succs[other])
	}
}

// otherError returns which branch of a comparison of err with another error is taken for all but that, -1
// for other conditions.
func otherError(cond, err ssa.Value) int {
	switch cond := cond.(type) {
	case *ssa.BinOp:
		if cond.X != err || failure.ComparesNil(cond) {
			return -1
		}
		switch cond.Op {
		case token.EQL:
			return 1
		case token.NEQ:
			return 0
		}
	case *ssa.Call:
		if ssaflow.Callee(&cond.Call) == "errors.Is" && cond.Call.Args[0] == err {
			return 1
		}
	}
	return -1
}

// testOf returns the first comparison of an error with nil, that of a named result included.
func testOf(err ssa.Value) (test *ssa.BinOp) {
	values := []ssa.Value{err}
	for _, ref := range ssabuild.Referrers(err) {
		if store, ok := ref.(*ssa.Store); ok {
			values = append(values, loadsAfter(store)...)
		}
	}
	for _, v := range values {
		for _, ref := range ssabuild.Referrers(v) {
			if cmp, ok := ref.(*ssa.BinOp); ok && failure.ComparesNil(cmp) && (test == nil || cmp.Pos() < test.Pos()) {
				test = cmp
			}
		}
	}
	return test
}

// loadsAfter returns what reads a variable after a store of its block, before the next one.
func loadsAfter(store *ssa.Store) (list []ssa.Value) {
	stored := false
	for _, instr := range store.Block().Instrs {
		if other, ok := instr.(*ssa.Store); ok && other.Addr == store.Addr {
			stored = other == store
		}
		if load, ok := instr.(*ssa.UnOp); ok && stored && load.Op == token.MUL && load.X == store.Addr {
			list = append(list, load)
		}
	}
	return list
}

// panics reports whether an instruction panics where v is nil, itself or in the function that it calls.
func panics(instr ssa.Instruction, v ssa.Value) bool {
	if failure.Derefs(instr, v) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	common := call.Common()
	if common.IsInvoke() {
		return common.Value == v
	}
	if catalog.PanicsOnNil(ssaflow.Callee(common)) && common.Args[0] == v {
		return true
	}
	if _, immediately := instr.(*ssa.Call); !immediately || common.StaticCallee() == nil {
		return false
	}
	i := slices.Index(common.Args, v)
	return i >= 0 && derefsFirst(common.StaticCallee(), i)
}

// derefsFirst reports whether a function of the package panics for a parameter that is nil, before it tests
// anything.
func derefsFirst(fn *ssa.Function, i int) bool {
	return len(fn.Blocks) > 0 && i < len(fn.Params) && slices.ContainsFunc(fn.Blocks[0].Instrs, func(instr ssa.Instruction) bool {
		return failure.Derefs(instr, fn.Params[i])
	})
}
