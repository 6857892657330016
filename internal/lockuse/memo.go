package lockuse

import (
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// packageMemo is what is computed once for a package.
type packageMemo struct {
	unpairedKeys  map[string]token.Pos // where
	unpairedPaths map[lockset.Path]bool
	changed       map[*types.Var]bool
	funcs         map[*lockset.Func]*funcMemo
}

// funcMemo is what is computed once for a function.
type funcMemo struct {
	solo *lockset.Func
}

func memo(p *lockset.Package) *packageMemo {
	m := lockset.Memo[packageMemo](p)
	if m.funcs == nil {
		m.funcs = make(map[*lockset.Func]*funcMemo)
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
