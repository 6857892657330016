package malformedinput

import (
	"go/constant"
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// groups returns how many groups a regular expression has, -1 where that is not known: it is made of a
// constant, here or where the package begins.
func (s *search) groups(v ssa.Value) int64 {
	switch v := v.(type) {
	case *ssa.Extract:
		return s.groups(v.Tuple)
	case *ssa.Call:
		if !catalog.CompilesPattern[ssaflow.Callee(&v.Call)] {
			return -1
		}
		c, ok := v.Call.Args[0].(*ssa.Const)
		if !ok || c.Value == nil {
			return -1
		}
		if re, err := regexp.Compile(constant.StringVal(c.Value)); err == nil {
			return int64(re.NumSubexp())
		}
	case *ssa.UnOp:
		cell := v.X
		if captured, ok := cell.(*ssa.FreeVar); ok {
			cell = ssaflow.Binding(captured)
		}
		switch cell := cell.(type) {
		case *ssa.Global:
			return s.groupsOf(cell)
		case *ssa.Alloc:
			return s.groups(ssaflow.OnlyStore(cell))
		}
	case *ssa.FreeVar:
		return s.groups(ssaflow.Binding(v))
	}
	return -1
}

// groupsOf returns how many groups the expression in a package variable has, which nothing but its
// declaration sets.
func (s *search) groupsOf(g *ssa.Global) int64 {
	if g.Pkg != s.flow.SSA.Package {
		return -1
	}
	found := int64(-1)
	for _, fn := range append([]*ssa.Function{g.Pkg.Func("init")}, s.flow.SSA.Funcs...) {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok || store.Addr != ssa.Value(g) {
				continue
			}
			if fn.Synthetic == "" {
				return -1
			}
			found = s.groups(store.Val)
		}
	}
	return found
}
