package lockset

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
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
const MaxFields = 80

// A Place is what is known of an object that an expression leads to.
type Place struct {
	Path
	Key   string       // "pkg.Type.field" or "pkg.var": the same for every instance; "" for locals
	Field *types.Var   // the last field, generic origin; nil for a root
	Loads []*types.Var // pointer fields that are read to reach it
}

// Owner returns the path of the object that the last field belongs to.
func (p Place) Owner() (Path, bool) {
	if p.Field == nil {
		return Path{}, false
	}
	return Path{p.Root, p.Fields[:len(p.Fields)-len(p.Field.Name())-1]}, true
}

// Place returns what v, an address or a pointer, leads to.
func (p *Package) Place(v ssa.Value) Place {
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
			return p.Place(b)
		}
	case *ssa.Global:
		return Place{Path: Path{Root: v}, Key: GlobalKey(v)}
	case *ssa.ChangeType:
		return p.Place(v.X)
	case *ssa.ChangeInterface:
		return p.Place(v.X)
	case *ssa.MakeInterface:
		return p.Place(v.X)
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
	st, ok := callmatch.Deref(x.Type()).Underlying().(*types.Struct)
	if !ok {
		return Place{Path: Path{Root: x}}
	}
	base := p.Place(x)
	f := st.Field(index).Origin()
	pl := Place{Path: Path{base.Root, base.Fields + "." + f.Name()}, Field: f, Loads: base.Loads}
	if len(pl.Fields) > MaxFields {
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

// load returns the place that a pointer, read from a variable or field, points to.
func (p *Package) load(v *ssa.UnOp) Place {
	if alloc := p.Alloc(v.X); alloc != nil {
		if value := OnlyStore(alloc); value != nil {
			return p.Place(value)
		}
		if value := swappedCell(alloc); value != nil {
			return p.Place(value)
		}
		return Place{Path: Path{Root: p.content(alloc, v)}}
	}
	pl := p.Place(v.X)
	switch {
	case pl.Field != nil:
		if _, ok := pl.Field.Type().Underlying().(*types.Pointer); ok {
			pl.Loads = append(pl.Loads[:len(pl.Loads):len(pl.Loads)], pl.Field)
		}
		return pl
	case pl.Key != "":
		return pl // a package variable
	case IsStruct(v.Type()):
		return pl // a copy is only ever read field by field
	}
	return Place{Path: Path{Root: v}}
}

// phi returns the place that all operands agree on, else the phi itself.
func (p *Package) phi(v *ssa.Phi) Place {
	first := p.Place(v.Edges[0])
	for _, e := range v.Edges[1:] {
		if p.Place(e).Path != first.Path {
			if swapped(v) {
				return first
			}
			return Place{Path: Path{Root: v}}
		}
	}
	return first
}

// swapped reports whether another variable of the block has the same two values in the other order: both
// together are both, whichever comes first.
//
//	if b.id < a.id {
//		a, b = b, a
//	}
func swapped(v *ssa.Phi) bool {
	if len(v.Edges) != 2 {
		return false
	}
	for _, instr := range v.Block().Instrs {
		other, ok := instr.(*ssa.Phi)
		if !ok {
			return false
		}
		if other != v && other.Edges[0] == v.Edges[1] && other.Edges[1] == v.Edges[0] {
			return true
		}
	}
	return false
}

// swappedCell does the same for a variable that a literal captures: it returns the parameter that it begins with, if its
// only other value is that of another variable which gets this one's.
func swappedCell(alloc *ssa.Alloc) ssa.Value {
	param, other := swapOf(alloc)
	if other == nil {
		return nil
	}
	if _, back := swapOf(other); back != alloc {
		return nil
	}
	return param
}

// swapOf returns the parameter that a variable begins with, and the variable whose value it gets; nil for all others.
func swapOf(alloc *ssa.Alloc) (param *ssa.Parameter, other *ssa.Alloc) {
	for _, ref := range ssabuild.Referrers(alloc) {
		store, ok := ref.(*ssa.Store)
		if !ok || store.Addr != ssa.Value(alloc) {
			continue
		}
		switch v := store.Val.(type) {
		case *ssa.Parameter:
			if param != nil {
				return nil, nil
			}
			param = v
		case *ssa.UnOp:
			from, ok := v.X.(*ssa.Alloc)
			if !ok || v.Op != token.MUL || other != nil {
				return nil, nil
			}
			other = from
		default:
			return nil, nil
		}
	}
	if param == nil {
		return nil, nil
	}
	return param, other
}

func GlobalKey(g *ssa.Global) string {
	if g.Pkg == nil {
		return g.Name()
	}
	return g.Pkg.Pkg.Path() + "." + g.Name()
}
