package malformedinput

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// asksFor reports whether a branch before a write depends on the map, by its length, a comparison with nil or
// an element, or a loop ranges over it: it is not nil then.
func (s *search) asksFor(update *ssa.MapUpdate) bool {
	name := s.origins.name(update.Map)
	for b := update.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if ok && s.about(branch.Cond, name, maxWraps) {
			return true
		}
	}
	return false
}

func (s *search) about(v ssa.Value, name string, depth int) bool {
	if v == nil || depth == 0 {
		return false
	}
	if s.origins.name(v) == name {
		return true
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return s.about(v.X, name, depth-1) || s.about(v.Y, name, depth-1)
	case *ssa.UnOp:
		return v.Op != token.MUL && s.about(v.X, name, depth-1)
	case *ssa.Extract:
		return s.about(v.Tuple, name, depth-1)
	case *ssa.Lookup:
		return s.about(v.X, name, depth-1)
	case *ssa.Next:
		return s.about(v.Iter, name, depth-1)
	case *ssa.Range:
		return s.about(v.X, name, depth-1)
	case *ssa.Call:
		for _, arg := range v.Call.Args {
			if s.about(arg, name, depth-1) {
				return true
			}
		}
	}
	return false
}
