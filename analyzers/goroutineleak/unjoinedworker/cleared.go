package unjoinedworker

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// dropCleared takes out the fields that a method sets to nil under a lock which the goroutine holds when it tests and uses
// them: it never uses what the method has closed.
//
//	func (l *limiter) Stop() { l.mu.Lock(); defer l.mu.Unlock(); l.proc.Stop(); l.proc = nil }
//	func (l *limiter) tick() { l.mu.Lock(); defer l.mu.Unlock(); if l.proc != nil { l.proc.Measure() } }
func dropCleared(used map[*types.Var]bool, method *ssa.Function, reached []*ssa.Function) map[*types.Var]bool {
	held := lockFields([]*ssa.Function{method})
	left := maps.Clone(used)
	maps.DeleteFunc(left, func(field *types.Var, _ bool) bool { return clears(method, field) && testedUnder(held, field, reached) })
	return left
}

// clears reports whether a function sets a field to nil.
func clears(fn *ssa.Function, field *types.Var) bool {
	for instr := range ssaflow.Instrs(fn) {
		store, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		addr, ok := store.Addr.(*ssa.FieldAddr)
		if c, isConst := store.Val.(*ssa.Const); ok && isConst && c.IsNil() && ssaflow.Field(addr) == field {
			return true
		}
	}
	return false
}

// testedUnder reports whether each function that loads a field compares it with nil, and acquires one of the locks.
func testedUnder(held map[*types.Var]bool, field *types.Var, fns []*ssa.Function) bool {
	for _, fn := range fns {
		loads, tests := false, false
		for instr := range ssaflow.Instrs(fn) {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				loads = loads || fieldOf(instr) == field
			case *ssa.BinOp:
				tests = tests || fieldOf(instr.X) == field
			}
		}
		if loads && !(tests && shares(held, lockFields([]*ssa.Function{fn}))) {
			return false
		}
	}
	return true
}

func shares(a, b map[*types.Var]bool) bool {
	for lock := range a {
		if lock != nil && b[lock] {
			return true
		}
	}
	return false
}
