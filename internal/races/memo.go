package races

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// packageMemo is what is computed once for a package.
type packageMemo struct {
	accesses    []*Access
	apart       []*Access // of variables of other packages, and calls that one goroutine at a time may make
	accessed    bool
	foreignMaps map[lockset.MapUse]*types.Var // see [foreignMap]
	writers     map[string]bool
	reassigns   map[*types.Var]bool // see [reassigned]; true for those that are remade
	nestedKeys  map[string]bool     // see [nested]
	starting    map[*lockset.Func]bool
	invoked     []invocation
	stored      map[*types.Var][]*ssa.Store
	sent        map[*types.Var]bool      // see [sentByMethods]
	callsOut    map[string]bool          // see [callsOut]
	readies     map[*Access]bool         // see [readies]
	sends       map[*types.Var]bool      // see [sendsOn]
	blocks      map[ssa.Instruction]bool // see [blocksAfter]

	funcs map[*lockset.Func]*funcMemo
}

// funcMemo is what is computed once for a function.
type funcMemo struct {
	customs   [maxCustom]map[string]bool
	atCalls   map[ssa.Instruction][]lockset.Hold
	soleHolds map[ssa.CallInstruction]lockset.Hold // see [soleAtCalls]
}

func memo(p *lockset.Package) *packageMemo {
	m := lockset.Memo[packageMemo](p)
	if m.funcs == nil {
		m.funcs = make(map[*lockset.Func]*funcMemo)
		m.foreignMaps = make(map[lockset.MapUse]*types.Var)
		m.readies = make(map[*Access]bool)
		m.blocks = make(map[ssa.Instruction]bool)
	}
	return m
}

func memoOf(f *lockset.Func) *funcMemo {
	m := memo(f.Pkg)
	if m.funcs[f] == nil {
		m.funcs[f] = new(funcMemo)
	}
	return m.funcs[f]
}
