package atomicity

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/races/access"
	"github.com/lifecyclelint/lifecyclelint/internal/races/origin"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Returned is a map or slice that a lock guards, and that a function which has acquired the lock
// returns: its callers use what the lock protects without it.
//
//	func (c *cache) Items() map[string]int { c.mu.Lock(); defer c.mu.Unlock(); return c.items }
type Returned struct {
	*access.Access
	Hold   lockset.Hold   // the lock
	Change *access.Access // changes elements under the lock, in another function
	Doubts []verdict.DoubtAt
}

// ReturnedContents returns the fields whose maps and slices leave the critical section.
func ReturnedContents(p *lockset.Package) []*Returned {
	var list []*Returned
	for _, a := range access.Of(p) {
		change := changes
		if elementReturned(p, a) {
			change = changesElement
		} else if a.Write || a.Content || a.Struct == nil || !holdsElements(a.Field.Type()) || !loadReturned(p, a.Instr) {
			continue
		}
		if a.Fresh {
			continue
		}
		for _, h := range locksOf(p, a) {
			if by := change(p, a, h); by != nil {
				list = append(list, &Returned{Access: a, Hold: h, Change: by})
				break
			}
		}
	}
	return list
}

// locksOf returns the locks of the object that a function has acquired when it reads a field; where it
// returns the map in the field and has none, those that changes of its elements hold.
func locksOf(p *lockset.Package, a *access.Access) []lockset.Hold {
	var list []lockset.Hold
	for _, h := range a.Held {
		if h.Root == a.Owner.Root && h.Key != "" && a.Func.Encloses(h.Pos) {
			list = append(list, h)
		}
	}
	if len(list) > 0 || a.Content || !lockset.IsMap(a.Field.Type()) || a.Maybe || len(a.Held)+len(a.Callers) > 0 {
		return list
	}
	if ofRequest(a.Struct) {
		return nil // whoever handles the request has the object to itself
	}
	for _, w := range access.To(p, a.Field) {
		if !w.Write || !w.Content || w.Fresh {
			continue
		}
		for _, h := range w.Held {
			if h.Root == w.Owner.Root && h.Key != "" {
				list = append(list, h)
			}
		}
	}
	return list
}

// ofRequest reports whether a struct has what web frameworks pass to a handler, or a request.
func ofRequest(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range st.Fields() {
		name := callmatch.TypeName(callmatch.Deref(field.Type()))
		if name == "net/http.Request" || name == "net/http.ResponseWriter" || catalog.RequestContexts[name] {
			return true
		}
	}
	return false
}

// Unlocked reports whether the function returns what the lock guards without having acquired it.
func (r *Returned) Unlocked() bool { return !r.Func.Encloses(r.Hold.Pos) }

func holdsElements(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice:
		return true
	}
	return false
}

// changes returns an access in another function that changes elements of the same field under the
// lock, at least when some callers call it, of an object that others have.
func changes(p *lockset.Package, a *access.Access, h lockset.Hold) *access.Access {
	i := slices.IndexFunc(access.Of(p), func(w *access.Access) bool { return w.Write && heldBeside(a, w, h) })
	if i < 0 {
		return nil
	}
	return access.Of(p)[i]
}

// loadReturned reports whether a function returns what it loads, as it is.
func loadReturned(p *lockset.Package, instr ssa.Instruction) bool {
	load, ok := instr.(*ssa.UnOp)
	return ok && returns(p, load)
}

// returns reports whether a function returns a value, as it is.
func returns(p *lockset.Package, v ssa.Value) bool {
	return slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.Return:
			return true
		case *ssa.Store:
			alloc, ok := ref.Addr.(*ssa.Alloc)
			return ok && origin.IsResult(alloc)
		}
		return false
	})
}
