package late

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/holding"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/races/setup"
	"github.com/lifecyclelint/lifecyclelint/internal/races/threads"
)

// Written returns the exported variables of a package that a goroutine, a callback or a request of it writes, and
// the function that does. A variable with an access under a lock is none of them.
//
//	var Current Config
//
//	viper.OnConfigChange(func(fsnotify.Event) { viper.Unmarshal(&Current) })
func Written(p *lockset.Package) map[*types.Var]string {
	found := make(map[*types.Var]string)
	guarded := make(map[*types.Var]bool)
	for _, a := range access.Of(p) {
		v := Variable(a)
		if v == nil || !v.Exported() || v.Pkg() != p.Types {
			continue
		}
		guarded[v] = guarded[v] || holding.MayBeLocked(a)
		if _, known := found[v]; !known && a.Write && !access.Exempt(a.Field.Type()) && !setup.Early(a) && !setup.InTests(a) && slices.ContainsFunc(threads.Of(a), whileRunning) {
			found[v] = a.Func.Outermost().Name()
		}
	}
	for v := range guarded {
		if guarded[v] {
			delete(found, v)
		}
	}
	return found
}

// A Race is an access of a variable of another package, which that writes while the program runs.
type Race struct {
	*access.Access
	Var    *types.Var
	Served bool             // a request makes the access
	Also   []*access.Access // further ones, made alike
}

// Races returns one race for each variable of another package that written names, in the order of the first access.
func Races(p *lockset.Package, written func(*types.Var) bool) []*Race {
	var list []*Race
	for _, a := range access.Apart(p) {
		v := Variable(a)
		if v == nil || v.Pkg() == p.Types || a.Called != nil || a.Part != "" && a.Struct != nil || holding.MayBeLocked(a) || setup.Early(a) || !written(v) {
			continue
		}
		paths := threads.Of(a)
		i := slices.IndexFunc(paths, whileRunning)
		if i < 0 {
			continue
		}
		r := &Race{Access: a, Var: v, Served: !threads.Starts(paths[i].Frames)}
		j := slices.IndexFunc(list, func(have *Race) bool { return have.Var == v })
		switch {
		case j < 0:
			list = append(list, r)
		case list[j].WordSized() && !r.WordSized():
			r.Also = append(list[j].Also, list[j].Access)
			list[j] = r
		default:
			list[j].Also = append(list[j].Also, a)
		}
	}
	return list
}

// WordSized reports whether what is read is a number or a flag: a value that is out of date may do no harm.
func (r *Race) WordSized() bool {
	basic, ok := r.Field.Type().Underlying().(*types.Basic)
	return ok && !r.Write && basic.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// Variable returns the package variable that an access is one of, or of a part of which; nil if there is none.
func Variable(a *access.Access) *types.Var {
	if a.Struct == nil {
		return a.Field
	}
	global, ok := a.Owner.Root.(*ssa.Global)
	if !ok {
		return nil
	}
	v, _ := global.Object().(*types.Var)
	return v
}

// whileRunning reports whether a thread runs beside what starts it: a goroutine that its starter does not wait for,
// or a request.
func whileRunning(t threads.Thread) bool {
	if t.Kind == threads.ByServer {
		return true
	}
	return slices.ContainsFunc(t.Frames, func(fr threads.Frame) bool { return fr.Start && outlives(fr.At) })
}

// outlives reports whether a function returns, on some path, without a wait after it has started a goroutine.
func outlives(start ssa.Instruction) bool {
	return slices.ContainsFunc(start.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		end, returns := lockset.LastOf(b).(*ssa.Return)
		return returns && order.LeadsUnwaited(start, end, nil, nil)
	})
}
