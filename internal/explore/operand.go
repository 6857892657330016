package explore

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

func (m *machine) get(st *state, f *frame, v ssa.Value) value {
	switch v := v.(type) {
	case *ssa.Const:
		return m.constant(v)
	case *ssa.Function:
		return funcValue(v, nil)
	case *ssa.Global:
		return value{k: pointer, n: m.globalObject(st, v)}
	case *ssa.Builtin:
		return value{}
	}
	r, ok := f.info.regs[v]
	if !ok {
		return value{}
	}
	x := f.regs[r]
	if x.k == unknown && x.n == 0 {
		x = st.symbol()
		f.regs[r] = x
	}
	return st.resolve(x)
}

func (m *machine) constant(c *ssa.Const) value {
	if c.Value == nil {
		if _, ok := c.Type().Underlying().(*types.Basic); !ok && !flat(c.Type()) && !opaque(c.Type()) {
			return value{k: null}
		}
		return m.zeroValue(c.Type())
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return boolValue(constant.BoolVal(c.Value))
	case constant.String:
		return value{k: text, x: &extra{text: constant.StringVal(c.Value)}}
	case constant.Int:
		if n, exact := constant.Int64Val(c.Value); exact {
			return intValue(n)
		}
	}
	return value{}
}

// globalObject returns the memory of a package-level variable. Of what it holds nothing is
// known but the locks, which are free.
func (m *machine) globalObject(st *state, g *ssa.Global) int64 {
	for _, known := range st.globals {
		if known.g == g {
			return known.obj
		}
	}
	t := g.Type().Underlying().(*types.Pointer).Elem()
	n := st.alloc(&object{cells: m.fresh(t), open: true})
	if isError(t) { // one that others compare with
		v := st.symbol()
		f := st.factOf(v.n)
		f.nilish = no
		st.learn(f)
		st.heap[n].cells[0] = v
	}
	st.globals = append(st.globals, global{g, n})
	return n
}
