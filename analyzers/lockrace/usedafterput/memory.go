package usedafterput

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A memory is the values of a function that refer to the memory of a value that is put back.
type memory struct {
	values    map[ssa.Value]bool
	cells     map[*ssa.Alloc]bool // local variables that hold one, and structs and arrays of which a part does
	truncated map[*types.Var]bool
	emptied   bool // the value refers to nothing when it is put back
}

// memoryOf follows the value through the function that puts it back.
func memoryOf(put *put, truncated map[*types.Var]bool) *memory {
	m := &memory{truncated: truncated}
	m.follow(put)
	if m.emptied {
		m.follow(put)
	}
	return m
}

func (m *memory) follow(put *put) {
	m.values, m.cells = map[ssa.Value]bool{put.value: true}, make(map[*ssa.Alloc]bool)
	for grown := true; grown; {
		before := len(m.values) + len(m.cells)
		for instr := range ssaflow.Instrs(put.instr.Parent()) {
			m.add(instr)
		}
		grown = len(m.values)+len(m.cells) > before
	}
}

func (m *memory) add(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		m.store(instr)
	case ssa.Value:
		if m.derived(instr) {
			m.values[instr] = true
		}
	}
}

// store follows a value into a local variable, and notes that the memory is taken out of what is put back.
func (m *memory) store(store *ssa.Store) {
	if zero, ok := store.Val.(*ssa.Const); ok && zero.Value == nil && m.values[store.Addr] {
		m.emptied = true
	}
	if cell := local(store.Addr); cell != nil && m.values[store.Val] && !m.values[cell] {
		m.cells[cell] = true
	}
}

// local returns the variable of the function that an address is in, or nil.
func local(addr ssa.Value) *ssa.Alloc {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Alloc:
			return a
		default:
			return nil
		}
	}
}

// holds reports whether v refers to the memory, itself or by a part.
func (m *memory) holds(v ssa.Value) bool {
	cell, ok := v.(*ssa.Alloc)
	return m.values[v] || ok && m.cells[cell]
}

func (m *memory) derived(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Phi, *ssa.Slice:
		return slices.ContainsFunc(v.(ssa.Instruction).Operands(nil), func(op *ssa.Value) bool { return *op != nil && m.holds(*op) })
	case *ssa.Extract:
		return v.Index == 0 && m.values[v.Tuple]
	case *ssa.UnOp:
		return v.Op == token.MUL && m.loaded(v)
	case *ssa.Call:
		return m.result(v)
	}
	return false
}

// loaded reports whether a load refers to the memory: of a variable that does, of a slice that a pointer was
// put back for, and of a field whose memory is used again.
func (m *memory) loaded(load *ssa.UnOp) bool {
	_, slice := load.Type().Underlying().(*types.Slice)
	switch addr := load.X.(type) {
	case *ssa.Alloc:
		return m.cells[addr] || slice && m.values[addr] && !m.emptied
	case *ssa.FreeVar:
		return m.values[addr]
	case *ssa.FieldAddr:
		if cell, ok := addr.X.(*ssa.Alloc); ok && m.cells[cell] && !isVariable(cell) {
			return slice
		}
		return slice && m.values[addr.X] && !m.emptied && m.truncated[ssaflow.Field(addr)]
	}
	return slice && m.values[load.X] && !m.emptied
}

// result reports whether the result of a call refers to the memory of an argument.
func (m *memory) result(call *ssa.Call) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "append" && (m.holds(call.Call.Args[0]) || m.holds(call.Call.Args[1]) && refers(call.Type()))
	}
	i, ok := catalog.SharesMemory[ssaflow.Callee(&call.Call)]
	return ok && i < len(call.Call.Args) && m.values[call.Call.Args[i]] && !m.emptied
}

// refers reports whether the elements of a slice refer to other memory.
func refers(slice types.Type) bool {
	s, ok := slice.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	_, basic := s.Elem().Underlying().(*types.Basic)
	return !basic
}

// isVariable reports whether a variable of the function holds a pointer, slice, map or interface, and no
// struct or array of its own.
func isVariable(cell *ssa.Alloc) bool {
	switch callmatch.Deref(cell.Type()).Underlying().(type) {
	case *types.Struct, *types.Array:
		return false
	}
	return true
}

// truncatedFields returns the fields of slices that the package cuts to length 0, to use their memory again.
func truncatedFields(funcs []*ssa.Function) map[*types.Var]bool {
	fields := make(map[*types.Var]bool)
	for _, fn := range funcs {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			cut, ok := store.Val.(*ssa.Slice)
			field, toField := store.Addr.(*ssa.FieldAddr)
			if ok && toField && isZero(cut.High) {
				fields[ssaflow.Field(field)] = true
			}
		}
	}
	return fields
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && c.Int64() == 0
}
