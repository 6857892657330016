package nilmapwrite

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// place is what is known of a field or a variable that holds a map.
type place struct {
	set      token.Pos // where something else than nil is stored
	option   token.Pos // where an option of a constructor does, which callers may leave out
	open     token.Pos // where it may be set by its address, or is compared with nil
	reported bool
}

// objectOf returns the field or the variable of the package that a map is read from, nil where it is none.
func objectOf(m ssa.Value) types.Object {
	load, ok := m.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	return addressed(load.X)
}

func addressed(addr ssa.Value) types.Object {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return ssaflow.Field(addr)
	case *ssa.Global:
		return addr.Object()
	}
	return nil
}

// note records what an instruction does with fields and variables that hold a map.
func note(p *check.Pass, places map[types.Object]*place, instr ssa.Instruction) {
	if conv, ok := instr.(*ssa.ChangeType); ok {
		openFields(places, conv)
	}
	for _, op := range instr.Operands(nil) {
		if *op == nil {
			continue
		}
		obj := addressed(*op)
		if obj == nil || !isMap(obj.Type()) {
			continue
		}
		at := places[obj]
		if at == nil {
			at = new(place)
			places[obj] = at
		}
		at.use(*op, instr)
	}
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// use records one use of the address of a place.
func (at *place) use(addr ssa.Value, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Store:
		zero, isConst := instr.Val.(*ssa.Const)
		switch {
		case instr.Addr != addr:
			at.open = instr.Pos()
		case isConst && zero.IsNil():
		case isOption(instr.Parent()):
			at.option = instr.Pos()
		default:
			at.set = instr.Pos()
		}
	case *ssa.UnOp:
		for _, ref := range ssabuild.Referrers(instr) {
			if test, ok := ref.(*ssa.BinOp); ok { // a map can be compared with nil only
				at.open = test.Pos()
			}
		}
	case *ssa.DebugRef:
	default:
		at.open = instr.Pos()
		if !at.open.IsValid() {
			at.open = addr.Pos()
		}
	}
}

// isOption reports whether a function is a literal that changes the object that it is passed, and that another function
// returns:
//
//	func WithTags(tags map[string]string) Option { return func(c *Client) { c.tags = maps.Clone(tags) } }
func isOption(fn *ssa.Function) bool {
	if fn.Parent() == nil || fn.Signature.Params().Len() != 1 || fn.Signature.Results().Len() > 1 {
		return false
	}
	for _, results := range ssaflow.Returns(fn.Parent()) {
		if len(results) != 1 {
			return false
		}
		v := results[0]
		if conv, ok := v.(*ssa.ChangeType); ok {
			v = conv.X
		}
		if mk, ok := v.(*ssa.MakeClosure); ok {
			v = mk.Fn
		}
		if v == ssa.Value(fn) {
			return true
		}
	}
	return false
}

// openFields takes the fields of a struct that is made of another one as set there.
func openFields(places map[types.Object]*place, conv *ssa.ChangeType) {
	st, ok := conv.Type().Underlying().(*types.Struct)
	if !ok {
		return
	}
	for field := range st.Fields() {
		if at := places[field]; at == nil {
			places[field] = &place{open: conv.Pos()}
		} else {
			at.open = conv.Pos()
		}
	}
}

// isEntry reports whether a node is an entry of a map that is assigned to.
func isEntry(n ast.Node) bool {
	switch n.(type) {
	case *ast.IndexExpr, *ast.IncDecStmt, *ast.AssignStmt:
		return true
	}
	return false
}
