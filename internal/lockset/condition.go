package lockset

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// nilness reports whether v is known to be nil or not nil.
func nilness(v ssa.Value) (isNil, known bool) {
	switch v := v.(type) {
	case *ssa.Const:
		return true, v.Value == nil && !IsBasic(v.Type())
	case *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeMap, *ssa.Function:
		return false, true
	}
	return false, false
}

func NilKey(name string) string { return "(" + name + "==nil)" }

// A condition is a text for a value, and whether the value is its negation.
type condition struct {
	key     string
	negated bool
}

// condition returns a text for v and whether v is its negation, so that a
// condition and its opposite have one text.
func (p *Package) condition(v ssa.Value) (key string, negated bool) {
	c, ok := p.conditions[v]
	if !ok {
		c.key, c.negated = p.conditionOf(v)
		p.conditions[v] = c
	}
	return c.key, c.negated
}

func (p *Package) conditionOf(v ssa.Value) (key string, negated bool) {
	for {
		not, ok := v.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		v, negated = not.X, !negated
	}
	if cmp, ok := v.(*ssa.BinOp); ok && cmp.Op == token.NEQ {
		key = p.Pure(cmp, 6)
		if i := strings.LastIndex(key, "!="); i >= 0 && strings.Count(key, "!=") == 1 {
			return key[:i] + "==" + key[i+2:], !negated
		}
		return key, negated
	}
	return p.Pure(v, 6), negated
}

func ConstBool(v ssa.Value) (value, ok bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Value), true
}

// asked returns how often a path through f may test each condition, or make a value of it:
// the result of one that is tested once is not worth remembering.
func (f *Func) asked() *conditions {
	if f.conditions != nil {
		return f.conditions
	}
	asked := &conditions{ids: make(map[string]int32)}
	f.conditions = asked
	note := func(v ssa.Value, times int) {
		if key, _ := f.Pkg.condition(v); key != "" {
			asked.note(key, times)
		}
	}
	for _, b := range f.SSA.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Phi:
				for _, e := range instr.Edges {
					if IsBasic(e.Type()) {
						note(e, 1)
					}
				}
			case *ssa.If:
				times := 1
				if ssaflow.Reaches(b, b) {
					times = 2
				}
				note(instr.Cond, times)
			}
		}
	}
	return asked
}

// Dominating returns the outcomes of the branches that lead to b on every path.
func (f *Func) Dominating(b *ssa.BasicBlock) map[string]bool {
	facts := make(map[string]bool)
	for d := b.Idom(); d != nil; d = d.Idom() {
		branch, ok := LastOf(d).(*ssa.If)
		if !ok {
			continue
		}
		key, negated := f.Pkg.condition(branch.Cond)
		for i, succ := range d.Succs {
			if key != "" && len(succ.Preds) == 1 && succ.Dominates(b) {
				if _, ok := facts[key]; !ok {
					facts[key] = (i == 0) != negated
				}
			}
		}
	}
	return facts
}

// Pure returns a text that is equal for two expressions of one function which have equal
// values unless something they read is changed between the two, and "" for anything with an
// effect.
func (p *Package) Pure(v ssa.Value, depth int) string {
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
		x, y := p.Pure(v.X, depth-1), p.Pure(v.Y, depth-1)
		if x == "" || y == "" {
			return ""
		}
		return "(" + x + v.Op.String() + y + ")"
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if pl := p.Place(v.X); pl.Field != nil || pl.Key != "" {
				return pl.Root.Name() + pl.Fields
			}
			if alloc := p.Alloc(v.X); alloc != nil {
				return "*" + alloc.Name()
			}
			return ""
		}
		if x := p.Pure(v.X, depth-1); x != "" && v.Op != token.ARROW {
			return v.Op.String() + x
		}
		return ""
	case *ssa.Parameter, *ssa.Phi, *ssa.Call, *ssa.Extract, *ssa.Lookup, *ssa.TypeAssert:
		return v.Name()
	}
	return ""
}
