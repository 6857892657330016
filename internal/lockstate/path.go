package lockstate

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A Path names an object from inside one function: a root value and the fields
// that lead from it, as in (s, ".conns.mu"). Variables that a function literal
// captures are rooted in the function that declares them, so a literal and the
// function around it agree on the name. Elements of maps and slices are named by
// the value of their index, as in (s, ".shards[i@get].mu"). Results of calls have
// no name that two expressions share: each value is its own root.
type Path struct {
	Root   ssa.Value
	Fields string
}

// maxFields bounds paths, so that summaries of recursive functions end.
const maxFields = 80

// A Place is what is known of an object that an expression leads to.
type Place struct {
	Path
	Key   string       // "pkg.Type.field" or "pkg.var": the same for every instance; "" for locals
	Field *types.Var   // the last field, generic origin; nil for a root
	Loads []*types.Var // pointer fields that were read on the way
}

// Owner returns the path of the object that the last field belongs to.
func (p Place) Owner() (Path, bool) {
	if p.Field == nil {
		return Path{}, false
	}
	return Path{p.Root, p.Fields[:len(p.Fields)-len(p.Field.Name())-1]}, true
}

// place returns what v, an address or a pointer, leads to.
func (p *Package) place(v ssa.Value) Place {
	if pl, ok := p.places[v]; ok {
		return pl
	}
	p.places[v] = Place{Path: Path{Root: v}} // ends cycles through phis
	pl := p.resolve(v)
	p.places[v] = pl
	return pl
}

func (p *Package) resolve(v ssa.Value) Place {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return p.field(v.X, v.Field)
	case *ssa.Field:
		return p.field(v.X, v.Field)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return p.load(v)
		}
	case *ssa.FreeVar:
		if b := p.binding(v); b != nil {
			return p.place(b)
		}
	case *ssa.Global:
		return Place{Path: Path{Root: v}, Key: globalKey(v)}
	case *ssa.ChangeType:
		return p.place(v.X)
	case *ssa.ChangeInterface:
		return p.place(v.X)
	case *ssa.MakeInterface:
		return p.place(v.X)
	case *ssa.Phi:
		return p.phi(v)
	case *ssa.IndexAddr:
		return p.element(v, v.X, v.Index)
	case *ssa.Lookup:
		if !v.CommaOk {
			return p.element(v, v.X, v.Index)
		}
	case *ssa.Extract:
		if m, ok := v.Tuple.(*ssa.Lookup); ok && v.Index == 0 {
			return p.element(v, m.X, m.Index)
		}
	}
	return Place{Path: Path{Root: v}}
}

// field returns the place of a field of what x leads to.
func (p *Package) field(x ssa.Value, index int) Place {
	owner := callmatch.Named(x.Type())
	st, ok := deref(x.Type()).Underlying().(*types.Struct)
	if !ok {
		return Place{Path: Path{Root: x}}
	}
	base := p.place(x)
	f := st.Field(index).Origin()
	pl := Place{Path: Path{base.Root, base.Fields + "." + f.Name()}, Field: f, Loads: base.Loads}
	if len(pl.Fields) > maxFields {
		return Place{Path: Path{Root: x, Fields: "." + f.Name()}, Field: f}
	}
	switch {
	case owner != nil:
		pl.Key = callmatch.TypeName(owner) + "." + f.Name()
	case base.Key != "":
		pl.Key = base.Key + "." + f.Name()
	}
	return pl
}

// load returns the place behind a pointer that is read from a variable or field.
func (p *Package) load(v *ssa.UnOp) Place {
	if alloc := p.alloc(v.X); alloc != nil {
		if value := onlyStore(alloc); value != nil {
			return p.place(value)
		}
		return Place{Path: Path{Root: p.content(alloc, v)}}
	}
	pl := p.place(v.X)
	switch {
	case pl.Field != nil:
		if _, ok := pl.Field.Type().Underlying().(*types.Pointer); ok {
			pl.Loads = append(pl.Loads[:len(pl.Loads):len(pl.Loads)], pl.Field)
		}
		return pl
	case pl.Key != "":
		return pl // a package variable
	case isStruct(v.Type()):
		return pl // a copy is only ever read field by field
	}
	return Place{Path: Path{Root: v}}
}

// content returns the value that stands for what a variable holds that changes:
// the first load of it, until the next store. Where literals store to it, too, a
// load stands for itself.
func (p *Package) content(alloc *ssa.Alloc, load *ssa.UnOp) ssa.Value {
	if alloc.Parent() != load.Parent() || !storedHereOnly(alloc) {
		return load
	}
	first, ok := p.contents[alloc]
	if !ok {
		first = load
		p.contents[alloc] = load
		p.standsFor[load] = true
	}
	return first
}

func storedHereOnly(a *ssa.Alloc) bool {
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != a {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			if storesTo(ref, a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// alloc returns the local variable that v is the address of, through captures.
func (p *Package) alloc(v ssa.Value) *ssa.Alloc {
	for {
		switch x := v.(type) {
		case *ssa.Alloc:
			if _, ok := deref(x.Type()).Underlying().(*types.Struct); ok {
				return nil
			}
			return x
		case *ssa.FreeVar:
			if v = p.binding(x); v == nil {
				return nil
			}
		default:
			return nil
		}
	}
}

// onlyStore returns the value that is stored to a local variable once and for
// all, or nil.
func onlyStore(a *ssa.Alloc) ssa.Value {
	var value ssa.Value
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != a || value != nil {
				return nil
			}
			value = ref.Val
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			if storesTo(ref, a) {
				return nil
			}
		default:
			return nil
		}
	}
	return value
}

// storesTo reports whether the body of a literal may change a captured variable.
func storesTo(mc *ssa.MakeClosure, a ssa.Value) bool {
	fn, ok := mc.Fn.(*ssa.Function)
	if !ok {
		return true
	}
	for i, b := range mc.Bindings {
		if b != a || i >= len(fn.FreeVars) {
			continue
		}
		for _, ref := range *fn.FreeVars[i].Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				if storesTo(ref, fn.FreeVars[i]) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// phi returns the place that all operands agree on, else the phi itself.
func (p *Package) phi(v *ssa.Phi) Place {
	first := p.place(v.Edges[0])
	for _, e := range v.Edges[1:] {
		if p.place(e).Path != first.Path {
			return Place{Path: Path{Root: v}}
		}
	}
	return first
}

// binding returns what a captured variable is bound to in the function around.
func (p *Package) binding(v *ssa.FreeVar) ssa.Value {
	mc := p.closures[v.Parent()]
	if mc == nil {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v && i < len(mc.Bindings) {
			return mc.Bindings[i]
		}
	}
	return nil
}

// pure returns a text that is equal for two expressions of one function which
// have equal values unless something they read is changed in between, and "" for
// anything with an effect.
func (p *Package) pure(v ssa.Value, depth int) string {
	if depth == 0 {
		return ""
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return "nil"
		}
		if v.Value.Kind() == constant.Unknown {
			return ""
		}
		return v.Value.ExactString()
	case *ssa.BinOp:
		x, y := p.pure(v.X, depth-1), p.pure(v.Y, depth-1)
		if x == "" || y == "" {
			return ""
		}
		return "(" + x + v.Op.String() + y + ")"
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if pl := p.place(v.X); pl.Field != nil || pl.Key != "" {
				return pl.Root.Name() + pl.Fields
			}
			if alloc := p.alloc(v.X); alloc != nil {
				return "*" + alloc.Name()
			}
			return ""
		}
		if x := p.pure(v.X, depth-1); x != "" && v.Op != token.ARROW {
			return v.Op.String() + x
		}
		return ""
	case *ssa.Parameter, *ssa.Phi, *ssa.Call, *ssa.Extract, *ssa.Lookup, *ssa.TypeAssert:
		return v.Name()
	}
	return ""
}

func globalKey(g *ssa.Global) string {
	if g.Pkg == nil {
		return g.Name()
	}
	return g.Pkg.Pkg.Path() + "." + g.Name()
}

func deref(t types.Type) types.Type {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		return ptr.Elem()
	}
	return t
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}
