package lockuse

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Callback is a function of the package that acquires a lock, and that a call of another package
// may call.
type Callback struct {
	At   *ssa.Call   // the call
	Fn   *types.Func // what it calls, in another package
	Name string      // of the function that acquires the lock, "" for a literal
	Lock token.Pos   // where it does
}

// CallbackNeed returns what may acquire a lock in the goroutine that reaches instr, before that, where
// [Need] sees no acquisition: a call of a function of another package that is passed a function which
// acquires the lock, or of a method of an object in a field that was made with one.
//
//	c.guard = guard.New(c.isConnected) // which locks c.mu
//
//	defer c.wg.Done()
//	c.guard.Start(ctx)
func CallbackNeed(p *lockset.Package, instr ssa.Instruction, hold lockset.Hold) *Callback {
	if d, ok := instr.(*ssa.Defer); ok && !lockset.DominatesReturns(d) {
		return nil
	}
	for at := range ssaflow.Instrs(instr.Parent()) {
		call, ok := at.(*ssa.Call)
		if !ok || !before(at, instr) || p.Callee(&call.Call) != nil {
			continue
		}
		fn, args := p.Target(&call.Call)
		if fn == nil || fn.Pkg() == nil || fn.Pkg() == p.Types {
			continue
		}
		given := slices.Clone(args)
		if fn.Signature().Recv() != nil && len(args) > 0 {
			given = append(given[1:], madeWith(p, args[0])...)
		}
		for _, v := range given {
			if c := callback(p, v, hold); c != nil {
				c.At, c.Fn = call, fn
				return c
			}
		}
	}
	return nil
}

// callback returns v as a function that acquires the lock of hold, nil if it is none.
func callback(p *lockset.Package, v ssa.Value, hold lockset.Hold) *Callback {
	for _, op := range p.OpsOfValue(v) {
		if !op.Acquire || op.Try || op.Key != hold.Key || op.Read && hold.Read {
			continue
		}
		c := &Callback{Lock: op.At}
		if op.Callee != nil {
			c.Name = op.Callee.Name()
		}
		return c
	}
	return nil
}

// madeWith returns the arguments of the calls that made what a field holds, for the field that obj is
// read from.
func madeWith(p *lockset.Package, obj ssa.Value) []ssa.Value {
	load, ok := obj.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	var args []ssa.Value
	for _, f := range p.Funcs {
		for instr := range ssaflow.Instrs(f.SSA) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			if to, ok := store.Addr.(*ssa.FieldAddr); ok && ssaflow.Field(to) == ssaflow.Field(addr) {
				args = append(args, maker(store.Val)...)
			}
		}
	}
	return args
}

// maker returns the arguments of the call that a value is a result of.
func maker(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Extract:
		return maker(v.Tuple)
	case *ssa.MakeInterface:
		return maker(v.X)
	case *ssa.ChangeInterface:
		return maker(v.X)
	case *ssa.Call:
		return v.Call.Args
	}
	return nil
}
