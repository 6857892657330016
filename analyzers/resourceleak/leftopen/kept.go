package leftopen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A keeping is a field in which what is opened is kept, and nothing of the package closes what
// is read from it.
type keeping struct {
	*opened
	addr  *ssa.FieldAddr // where it is stored
	field *types.Var
	owner *types.Named
	stop  *ast.FuncDecl // the method that ends the owner; nil if there is none
	given []check.Doubt // where other packages get it
}

// kept reports what a method that ends its owner leaves open, and reports whether it did.
//
//	s.f = f                          // in New
//	func (s *S) Close() { close(s.done) }
//
// Where the owner has no such method, it may live as long as the process.
func (c *opened) kept(p *check.Pass) bool {
	k := c.keeping(p)
	if k == nil {
		return false
	}
	message := fmt.Sprintf("%s, opened here, is never closed: %s", k.name(), c.Cost)
	hops := []check.Hop{{Pos: k.field.Pos(), Message: "kept here"}}
	doubts := append(k.given, c.Rank(p)...)
	dropped := k.dropped(p)
	switch {
	case dropped.IsValid():
		message = fmt.Sprintf("%s, opened here, is never closed, nor when it is set to nil at %s: %s", k.name(), p.Where(dropped, c.Call.Pos()), c.Cost)
		hops = append(hops, check.Hop{Pos: dropped, Message: "set to nil, and not closed"})
	case k.stop != nil:
		stop := k.owner.Obj().Name() + "." + k.stop.Name.Name
		message = fmt.Sprintf("%s, opened here, is still open when %s has returned: %s", k.name(), stop, c.Cost)
		hops = append(hops, check.Hop{Pos: k.stop.Name.Pos(), Message: stop + " does not close it"})
	default:
		doubts = append(doubts, check.Doubting(verdict.Lifetime, k.field.Pos()))
	}
	p.Report(check.Finding{At: c.Call, Message: message, Trace: hops, Doubts: doubts, Fix: k.fix(p, dropped)})
	return true
}

// dropped returns where the field is set to nil, so that another is opened later.
func (k *keeping) dropped(p *check.Pass) token.Pos {
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			addr, field := store.Addr.(*ssa.FieldAddr)
			null, ok := store.Val.(*ssa.Const)
			if field && ok && null.IsNil() && ssaflow.Field(addr) == k.field {
				return store.Pos()
			}
		}
	}
	return token.NoPos
}

func (k *keeping) name() string { return k.owner.Obj().Name() + "." + k.field.Name() }

// keeping follows what is opened into a field of a type of the package; nil where it is
// closed, or other code may close it.
func (c *opened) keeping(p *check.Pass) *keeping {
	if !c.known || c.value == nil {
		return nil
	}
	addr := site.FieldOf(c.value)
	if addr == nil {
		return nil
	}
	k := &keeping{opened: c, addr: addr, field: ssaflow.Field(addr), owner: callmatch.Named(addr.X.Type())}
	if k.owner == nil || k.owner.Obj().Pkg() != p.Pkg || k.field.Embedded() || site.Closer(k.field.Type()) == "" {
		return nil
	}
	fate := ssaflow.Of(p.Pass).Fate(c.value, ends(c.value.Type()))
	if fate.Stopped || fate.Gone {
		return nil
	}
	for _, given := range fate.Given {
		k.given = append(k.given, check.Doubting(verdict.UnknownCallee, given.Pos()))
	}
	k.stop = site.StopOf(p, k.owner)
	return k
}

// ends returns the names of the methods that close a value of type t.
func ends(t types.Type) map[string]bool {
	names := make(map[string]bool)
	for m := range types.NewMethodSet(t).Methods() {
		if catalog.ClosesByName(m.Obj().Name()) {
			names[m.Obj().Name()] = true
		}
	}
	return names
}
