package lockuse

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An OpenCall is a call of a method of an interface while a lock is held: which locks it acquires depends on the
// value that a package which imports this one puts into the interface.
//
//	func (d *Desk) Lend(pass string) { d.mu.Lock(); defer d.mu.Unlock(); if d.passes.Valid(pass) { … } }
type OpenCall struct {
	From      string // key of the lock
	Read      bool   // held for reading
	Gates     []string
	Interface string // name of the type
	Method    string
	Pos       token.Pos
}

// maxOpen bounds how many calls deep an interface is looked for.
const maxOpen = 4

// OpenCalls returns one of each lock and method.
func OpenCalls(p *lockset.Package) []OpenCall {
	var list []OpenCall
	for _, f := range p.Funcs {
		if !f.Relevant() {
			continue
		}
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			call, ok := instr.(ssa.CallInstruction)
			if _, started := instr.(*ssa.Go); !ok || started || len(held) == 0 {
				return
			}
			for _, open := range openCalls(f, call, held) {
				if !slices.ContainsFunc(list, func(o OpenCall) bool {
					return o.From == open.From && o.Interface == open.Interface && o.Method == open.Method
				}) {
					list = append(list, open)
				}
			}
		})
	}
	return list
}

func openCalls(f *lockset.Func, call ssa.CallInstruction, held lockset.State) []OpenCall {
	callee := f.Pkg.Callee(call.Common())
	if callee != nil && callee.SSA.Parent() != nil {
		return nil // a literal called in place has calls of its own
	}
	var given []string
	if s := f.Pkg.SummaryOf(call.Common()); s != nil {
		given = s.Gives
	}
	var list []OpenCall
	for _, open := range invoked(f, call.Common(), call.Pos(), maxOpen) {
		for _, h := range held.Held() {
			if h.Key == "" || h.Root == nil || !f.Encloses(h.Pos) || f.Pkg.Unshared(h.Root, call) || slices.Contains(given, h.Key) {
				continue
			}
			open.From, open.Read, open.Gates = h.Key, h.Read, nil
			for _, o := range held.Held() {
				if o.Key != h.Key && o.Key != "" {
					open.Gates = append(open.Gates, o.Key)
				}
			}
			list = append(list, open)
		}
	}
	return list
}

// invoked returns the methods of interfaces that a call runs, itself or in functions of the package.
func invoked(f *lockset.Func, call *ssa.CallCommon, pos token.Pos, depth int) []OpenCall {
	callee := f.Pkg.Callee(call)
	if callee == nil {
		if name := ofProgram(f.Pkg, call); name != "" {
			return []OpenCall{{Interface: name, Method: call.Method.Name(), Pos: pos}}
		}
		return nil
	}
	if depth == 0 || callee == f {
		return nil
	}
	known := lockset.Memo[invokes](f.Pkg)
	if *known == nil {
		*known = make(invokes)
	}
	if list, ok := (*known)[callee]; ok {
		return list
	}
	(*known)[callee] = nil // for calls of itself
	var list []OpenCall
	for instr := range ssaflow.Instrs(callee.SSA) {
		inner, ok := instr.(ssa.CallInstruction)
		if _, started := instr.(*ssa.Go); ok && !started {
			list = append(list, invoked(callee, inner.Common(), inner.Pos(), depth-1)...)
		}
	}
	(*known)[callee] = list
	return list
}

// invokes are what [invoked] has found in functions.
type invokes map[*lockset.Func][]OpenCall

// ofProgram returns the name of the interface that a method is called of, where its package is none of the
// standard library: many things implement those, and share nothing.
func ofProgram(p *lockset.Package, call *ssa.CallCommon) string {
	if !call.IsInvoke() {
		return ""
	}
	named, ok := types.Unalias(call.Value.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	if callmatch.StdPath(named.Obj().Pkg().Path()) {
		return ""
	}
	return callmatch.TypeName(named)
}
