package selftimer

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/order"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A Race is the assignment of what time.AfterFunc returns to a field, and a read of the field in the
// function that the timer calls:
//
//	s.timer = time.AfterFunc(d, func() { …; s.timer.Reset(d) })
type Race struct {
	Store *ssa.Store
	Call  *ssa.Call // of time.AfterFunc
	Read  *ssa.UnOp
	Late  bool // the timer runs after so long that the assignment has been made
}

// Races returns the races of the package, one for each call. Where one lock may be held at both, or the
// function waits for something before it reads, there is none.
func Races(p *lockset.Package) []*Race {
	var list []*Race
	for _, f := range p.Funcs {
		f.Walk(func(instr ssa.Instruction, held lockset.State) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				return
			}
			call, ok := store.Val.(*ssa.Call)
			if !ok || ssaflow.Callee(&call.Call) != "time.AfterFunc" {
				return
			}
			place := p.Place(store.Addr)
			if run := p.Begun(&call.Call); run != nil && place.Field != nil && place.Root != nil {
				s := &search{p: p, held: append(maybe(held), ofCallers(f, 3)...), seen: make(map[*lockset.Func]bool)}
				if read := s.called(run, place.Path, nil); read != nil {
					list = append(list, &Race{store, call, read, late(call.Call.Args[0])})
				}
			}
		})
	}
	return list
}

// shortest is how long after the call of AfterFunc the assignment has certainly been made, unless the
// machine is overloaded.
const shortest = 10 * time.Millisecond

// late reports whether a duration is a constant that is long enough.
func late(d ssa.Value) bool {
	c, ok := d.(*ssa.Const)
	if !ok || c.Value == nil {
		return false
	}
	n, exact := constant.Int64Val(constant.ToInt(c.Value))
	return exact && time.Duration(n) >= shortest
}

// A search looks for a read that holds none of the locks that may be held at the assignment.
type search struct {
	p    *lockset.Package
	held []lockset.Hold
	seen map[*lockset.Func]bool
}

// called looks in what a call runs for a read of the field at a path, which is one of the caller.
func (s *search) called(call *ssa.CallCommon, path lockset.Path, held []lockset.Hold) *ssa.UnOp {
	f := s.p.Callee(call)
	if f == nil || s.seen[f] || len(s.seen) > maxFuncs {
		return nil
	}
	if _, args := s.p.Target(call); f.SSA.Parent() == nil {
		in, ok := s.inside(f, args, path)
		if !ok {
			return nil
		}
		path = in
	}
	s.seen[f] = true
	var found *ssa.UnOp
	f.Walk(func(instr ssa.Instruction, now lockset.State) {
		holds := slices.Concat(held, maybe(now))
		if found != nil || s.locked(holds) || order.WaitedBefore(f, instr) {
			return
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			if instr.Op == token.MUL && s.p.Place(instr.X).Field != nil && s.p.Place(instr.X).Path == path {
				found = instr
			}
		case *ssa.Call:
			found = s.called(&instr.Call, path, holds)
		}
	})
	return found
}

// maxFuncs bounds the functions that the one of the timer calls.
const maxFuncs = 8

// inside returns a path in terms of the function that a call runs, which gets its root as an argument.
func (s *search) inside(f *lockset.Func, args []ssa.Value, path lockset.Path) (lockset.Path, bool) {
	for i, arg := range args {
		pl := s.p.Place(arg)
		if i >= len(f.SSA.Params) || pl.Root != path.Root || !strings.HasPrefix(path.Fields, pl.Fields) {
			continue
		}
		return lockset.Path{Root: f.SSA.Params[i], Fields: path.Fields[len(pl.Fields):]}, true
	}
	return path, false
}

// maybe returns the locks that may be held, by callers as well.
func maybe(held lockset.State) (list []lockset.Hold) {
	for _, h := range held {
		list = append(list, *h)
	}
	return list
}

// ofCallers returns the locks that may be held where f is called, and where those functions are.
func ofCallers(f *lockset.Func, depth int) (list []lockset.Hold) {
	for _, s := range f.Sites {
		if s.Start || depth == 0 || f.Known() {
			continue
		}
		list = slices.Concat(list, maybe(s.Caller.At(s.Instr)), ofCallers(s.Caller, depth-1))
	}
	return list
}

// locked reports whether one of the locks is held that are held at the assignment.
func (s *search) locked(holds []lockset.Hold) bool {
	return slices.ContainsFunc(holds, func(h lockset.Hold) bool {
		return slices.ContainsFunc(s.held, func(o lockset.Hold) bool {
			return o.Key != "" && o.Key == h.Key && !(o.Read && h.Read) || o.Path == h.Path
		})
	})
}
