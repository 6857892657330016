package holding

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// LeftToCallers reports whether the callers in this package lock for an exported function:
// all of them hold a lock, or got the object for themselves, or initialize it, or are
// themselves called by such as do. Callers in other packages are assumed to do the same.
func LeftToCallers(f *lockset.Func) bool {
	seen, held := make(map[*lockset.Func]bool), false
	var left func(f *lockset.Func) bool
	left = func(f *lockset.Func) bool {
		if seen[f] {
			return true
		}
		seen[f] = true
		return len(f.Sites) > 0 && !slices.ContainsFunc(f.Sites, func(s lockset.Site) bool {
			if s.Start {
				return true
			}
			if surely(s.Caller, s.Instr) {
				held = true
				return false
			}
			return !siteObtained(s) && !s.Caller.Initializes() && !left(s.Caller)
		})
	}
	return left(f) && held
}

// siteObtained reports whether the object whose method is called is the result of a call
// in the same function:
//
//	lister, err := conn.ListDir(name)
//	entries, err := lister.Next(100)
func siteObtained(s lockset.Site) bool {
	common := s.Instr.Common()
	if common.IsInvoke() || common.Signature().Recv() == nil || len(common.Args) == 0 {
		return false
	}
	recv := common.Args[0]
	if extract, ok := recv.(*ssa.Extract); ok {
		recv = extract.Tuple
	}
	_, ok := recv.(*ssa.Call)
	return ok
}

// MaxUp is how many calls up the callers of a function are asked what they hold.
const MaxUp = 4

// ByAllCallers returns the keys of the locks that all callers of f in this package hold, for writing.
// Those that call it for an object of their own need none.
func ByAllCallers(f *lockset.Func) map[string]bool { return maps.Clone(byAllCallers(f, MaxUp)) }

// byAllCallers remembers its results, which must not be changed.
func byAllCallers(f *lockset.Func, depth int) map[string]bool {
	if depth == 0 {
		return nil
	}
	known := &memoOf(f).customs[depth-1]
	if *known == nil {
		*known = findByAllCallers(f, depth)
	}
	return *known
}

func findByAllCallers(f *lockset.Func, depth int) map[string]bool {
	var keys map[string]bool
	for _, s := range f.Sites {
		if s.Start {
			return map[string]bool{}
		}
		if s.Private(f) || siteObtained(s) {
			continue
		}
		at := make(map[string]bool)
		maps.Copy(at, byAllCallers(s.Caller, depth-1))
		for _, key := range KeysAt(s.Caller, s.Instr) {
			at[key] = true
		}
		if keys == nil {
			keys = at
		}
		maps.DeleteFunc(keys, func(key string, _ bool) bool { return !at[key] })
		if len(keys) == 0 {
			break
		}
	}
	if keys == nil {
		keys = make(map[string]bool)
	}
	return keys
}

// InCaller returns a path in terms of f as one in terms of a caller of f.
func InCaller(f *lockset.Func, path lockset.Path, s lockset.Site) (lockset.Path, bool) {
	if s.Start || s.Value || f.SSA.Parent() != nil {
		return path, false
	}
	param, ok := path.Root.(*ssa.Parameter)
	_, args := f.Pkg.Target(s.Instr.Common())
	i := slices.Index(f.SSA.Params, param)
	if !ok || i < 0 || i >= len(args) {
		return path, false
	}
	arg := f.Pkg.Place(args[i])
	return lockset.Path{Root: arg.Root, Fields: arg.Fields + path.Fields}, true
}
