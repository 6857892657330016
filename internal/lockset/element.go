package lockset

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// element returns the place of an element of a map, slice or array, or of what it
// points to. v is the element itself.
func (p *Package) element(v, of, index ssa.Value) Place {
	base, name := p.Place(of), p.indexOf(index)
	if name == "" || len(base.Fields)+len(name) > MaxFields {
		return Place{Path: Path{Root: v}}
	}
	pl := Place{Path: Path{base.Root, base.Fields + name}, Loads: base.Loads}
	if base.Key != "" {
		pl.Key = base.Key + "[]"
	}
	if _, isMap := of.Type().Underlying().(*types.Map); isMap || base.Field == nil {
		pl.Loads = append(pl.Loads[:len(pl.Loads):len(pl.Loads)], replaced)
	} else {
		pl.Loads = append(pl.Loads[:len(pl.Loads):len(pl.Loads)], base.Field)
	}
	return pl
}

// replaced stands for a path to an object that may lead to another one the next time; see
// [lockuse.stable].
var replaced = types.NewVar(token.NoPos, nil, "Replaced", types.Typ[types.Invalid])

// indexOf returns a name for the value of an index, "" when it has none that two
// expressions share.
func (p *Package) indexOf(v ssa.Value) string {
	if conv, ok := v.(*ssa.Convert); ok {
		v = conv.X
	}
	if c, ok := v.(*ssa.Const); ok {
		if c.Value == nil || c.Value.Kind() != constant.Int {
			return ""
		}
		return "[" + c.Value.ExactString() + "]"
	}
	if op, ok := v.(*ssa.BinOp); ok && fixed(op.X) && fixed(op.Y) {
		if text := p.Pure(op, 3); text != "" {
			return "[" + text + "@" + op.Parent().Name() + "]"
		}
		return ""
	}
	if pl := p.Place(v); pl.Fields == "" && pl.Key == "" {
		return indexName(pl.Root)
	}
	return ""
}

// fixed reports whether v has the same value all through the function.
func fixed(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Const, *ssa.Parameter:
		return true
	}
	return false
}

// indexName returns the name of a value of one function as an index.
func indexName(v ssa.Value) string {
	if v.Parent() == nil || v.Name() == "" {
		return ""
	}
	return "[" + v.Name() + "@" + v.Parent().Name() + "]"
}
