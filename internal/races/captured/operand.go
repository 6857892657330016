package captured

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// A localOperand is an access, and the variable in terms of the function that it is in.
type localOperand struct {
	capture
	root ssa.Value
}

// operandOf returns the access of a local variable, of elements of a map that one holds, or of
// the process of a command.
func operandOf(p *lockset.Package, instr ssa.Instruction) *localOperand {
	content := func(m ssa.Value, write bool) *localOperand {
		if _, isMap := m.Type().Underlying().(*types.Map); !isMap {
			return nil
		}
		return newOperand(localMap(p, m), element, write, nameNear(m, instr))
	}
	switch instr := instr.(type) {
	case *ssa.Store:
		if storesItself(instr) {
			return nil
		}
		return newOperand(localAddress(p, instr.Addr), whole, true, instr.Pos())
	case *ssa.UnOp:
		if _, isMap := instr.Type().Underlying().(*types.Map); instr.Op == token.MUL && !isMap && !access.Unused(instr) {
			return newOperand(localAddress(p, instr.X), whole, false, access.LoadPos(instr))
		}
	case *ssa.FieldAddr:
		if callmatch.TypeName(callmatch.Deref(instr.X.Type())) == "os/exec.Cmd" && p.Place(instr).Field.Name() == "Process" {
			return newOperand(p.Place(instr.X).Root, process, false, instr.Pos())
		}
	case *ssa.MapUpdate:
		return content(instr.Map, true)
	case *ssa.Lookup:
		return content(instr.X, false)
	case *ssa.Range:
		return content(instr.X, false)
	case *ssa.Call:
		return calledLocal(p, instr, content)
	}
	return nil
}

// storesItself reports whether a store gives a variable the value that it has, as a return of a named result
// does: the compiler makes nothing of that (Go issue 4014).
func storesItself(store *ssa.Store) bool {
	load, ok := store.Val.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == store.Addr && load.Block() == store.Block()
}

func newOperand(root ssa.Value, of part, write bool, pos token.Pos) *localOperand {
	if root == nil || access.Exempt(callmatch.Deref(root.Type())) {
		return nil
	}
	return &localOperand{capture{part: of, write: write, pos: pos}, root}
}

// nameOf returns where an instruction names a value that is in no variable of its own.
func nameOf(v ssa.Value, near ssa.Instruction) token.Pos {
	best := token.NoPos
	refs := v.Referrers()
	if refs == nil { // a constant: a nil map
		return best
	}
	for _, ref := range *refs {
		if d, ok := ref.(*ssa.DebugRef); ok && !d.IsAddr && d.Block() == near.Block() && d.Expr.Pos() <= near.Pos() && d.Expr.Pos() > best {
			best = d.Expr.Pos()
		}
	}
	return best
}

// calledLocal returns the access that a call makes: delete, len and clear of a map, and the methods
// that start a command, or that only one goroutine at a time may call.
func calledLocal(p *lockset.Package, call *ssa.Call, content func(ssa.Value, bool) *localOperand) *localOperand {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && len(call.Call.Args) > 0 {
		switch b.Name() {
		case "delete", "clear":
			return content(call.Call.Args[0], true)
		case "len":
			return content(call.Call.Args[0], false)
		}
		return nil
	}
	fn, args := p.Target(&call.Call)
	if fn == nil || len(args) == 0 {
		return nil
	}
	if catalog.OneCaller[callmatch.Name(fn)] {
		return newOperand(heldLocal(p, args[0]), single, true, nameNear(args[0], call))
	}
	if !catalog.StartsProcess[callmatch.Name(fn)] {
		return nil
	}
	c := newOperand(p.Place(args[0]).Root, process, true, call.Pos())
	if c != nil {
		c.method = fn.Name()
	}
	return c
}

// heldLocal returns the variable that holds a value, or the value itself, nil where a field does.
func heldLocal(p *lockset.Package, v ssa.Value) ssa.Value {
	place := p.Place(v)
	if _, global := place.Root.(*ssa.Global); global || place.Fields != "" {
		return nil
	}
	return place.Root
}

// nameNear returns where an instruction names a value.
func nameNear(v ssa.Value, near ssa.Instruction) token.Pos {
	if load, ok := v.(*ssa.UnOp); ok {
		return access.LoadPos(load)
	}
	if name := nameOf(v, near); name.IsValid() {
		return name
	}
	return near.Pos()
}

// localAddress returns the variable of which v is the address, or the parameter that is a pointer
// to it.
func localAddress(p *lockset.Package, v ssa.Value) ssa.Value {
	if param, ok := v.(*ssa.Parameter); ok {
		if _, isStruct := callmatch.Deref(param.Type()).Underlying().(*types.Struct); isStruct {
			return nil
		}
		return param
	}
	if a := p.Alloc(v); a != nil && a.Heap {
		return a
	}
	return nil
}

// localMap returns the variable that holds a map, the map itself if there is none, or the parameter
// that is the map.
func localMap(p *lockset.Package, m ssa.Value) ssa.Value {
	switch m := m.(type) {
	case *ssa.UnOp:
		if a := p.Alloc(m.X); a != nil {
			return a
		}
	case *ssa.MakeMap:
		return m
	case *ssa.Parameter:
		return m
	case *ssa.ChangeType:
		return localMap(p, m.X)
	}
	return nil
}
