package setup

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
)

// InTests reports whether an access is in a branch that only tests take: the flag is set by functions that
// nothing else calls.
//
//	func Fake() { isUnderTest = true }
//
//	if isUnderTest {
//		sent = append(sent, m)
//		return
//	}
func InTests(a *access.Access) bool {
	for b := a.Instr.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		flag, raised := testFlag(branch.Cond)
		if flag != nil && b == b.Idom().Succs[index(!raised)] && setInTests(a, flag) {
			return true
		}
	}
	return false
}

func index(second bool) int {
	if second {
		return 1
	}
	return 0
}

// testFlag returns the package variable that a condition tests and whose name says that it is for tests, and
// whether the condition is true when it is.
func testFlag(cond ssa.Value) (flag *ssa.Global, raised bool) {
	load, ok := cond.(*ssa.UnOp)
	if !ok {
		return nil, false
	}
	if load.Op == token.NOT {
		flag, raised = testFlag(load.X)
		return flag, !raised
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || token.IsExported(g.Name()) || !slices.ContainsFunc(catalog.Words(g.Name()), catalog.TestWord) {
		return nil, false
	}
	return g, true
}

// setInTests reports whether functions alone set a flag that nothing in the package calls, but tests.
func setInTests(a *access.Access, flag *ssa.Global) bool {
	v, _ := flag.Object().(*types.Var)
	sets := false
	for _, b := range access.Of(a.Func.Pkg) {
		if b.Field != v || b.Struct != nil || !b.Write {
			continue
		}
		if sets = true; !b.Func.OnlyInTests() {
			return false
		}
	}
	return sets
}
