package neverremoved

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A source says where what tells an element from others comes from.
type source int

const (
	unknown source = iota // or from a set that may be small
	request               // made for the request
	client                // the address of the client
)

// whatGrows returns for each of what there is an element, "" if that is not known.
func whatGrows(a *addition) string {
	k := keys{seen: make(map[ssa.Value]bool)}
	switch k.of(a.Func, a.key, 3) {
	case request:
		return "request"
	case client:
		return "client"
	}
	return ""
}

type keys struct{ seen map[ssa.Value]bool }

// of returns the source of a value in f.
func (k *keys) of(f *lockset.Func, v ssa.Value, depth int) source {
	if v == nil || k.seen[v] {
		return unknown
	}
	k.seen[v] = true
	switch v := v.(type) {
	case *ssa.MakeChan:
		return request
	case *ssa.Alloc:
		if stored := lockset.OnlyStore(v); stored != nil {
			return k.of(f, stored, depth)
		}
		if v.Heap && isPointer(v) {
			return request
		}
	case *ssa.MakeInterface:
		return k.of(f, v.X, depth)
	case *ssa.ChangeType:
		return k.of(f, v.X, depth)
	case *ssa.Convert:
		return k.of(f, v.X, depth)
	case *ssa.Extract:
		return k.of(f, v.Tuple, depth)
	case *ssa.Slice:
		return k.of(f, v.X, depth)
	case *ssa.UnOp:
		return k.loaded(f, v, depth)
	case *ssa.BinOp:
		return max(k.of(f, v.X, depth), k.of(f, v.Y, depth))
	case *ssa.Phi:
		return k.most(f, v.Edges, depth)
	case *ssa.Call:
		return k.called(f, v, depth)
	case *ssa.Parameter:
		return k.passed(f, v, depth)
	}
	return unknown
}

func isPointer(v *ssa.Alloc) bool {
	_, isStruct := callmatch.Deref(v.Type()).Underlying().(*types.Struct)
	return isStruct
}

// loaded returns the source of what is read from a variable: the address of a request is its client's.
func (k *keys) loaded(f *lockset.Func, load *ssa.UnOp, depth int) source {
	if load.Op != token.MUL {
		return unknown
	}
	if fa, ok := load.X.(*ssa.FieldAddr); ok {
		if callmatch.TypeName(callmatch.Deref(fa.X.Type())) == "net/http.Request" && ssaflow.Field(fa).Name() == "RemoteAddr" {
			return client
		}
		return unknown
	}
	return k.of(f, load.X, depth)
}

// called returns the source of a result: of what a function makes of its arguments by the standard library that of
// these, and of a constructor of the package that of what it returns.
func (k *keys) called(f *lockset.Func, call *ssa.Call, depth int) source {
	fn, args := f.Pkg.Target(&call.Call)
	name := callmatch.Name(fn)
	switch {
	case catalog.NewIDs[name]:
		return request
	case catalog.ClientAddresses[name]:
		return client
	case fn != nil && callmatch.Std(fn):
		return k.most(f, args, depth)
	}
	if callee := f.Pkg.Callee(&call.Call); callee != nil && depth > 0 {
		for _, results := range ssaflow.Returns(callee.SSA) {
			if len(results) > 0 {
				if s := k.of(callee, results[0], depth-1); s != unknown {
					return s
				}
			}
		}
	}
	return unknown
}

// passed returns the source of an argument: that of the calls of the function.
func (k *keys) passed(f *lockset.Func, param *ssa.Parameter, depth int) source {
	i := slices.Index(f.SSA.Params, param)
	if depth == 0 || i < 0 {
		return unknown
	}
	found := unknown
	for _, site := range f.Sites {
		_, args := f.Pkg.Target(site.Instr.Common())
		if !site.Value && i < len(args) {
			found = max(found, k.of(site.Caller, args[i], depth-1))
		}
	}
	return found
}

func (k *keys) most(f *lockset.Func, values []ssa.Value, depth int) source {
	found := unknown
	for _, v := range values {
		found = max(found, k.of(f, v, depth))
	}
	return found
}
