package site

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// reportHidden reports what is opened and can be closed no more: the function returns, or keeps, only
// what reads or writes it.
//
//	zr, err := gzip.NewReader(f)
//	…
//	return zr, nil // zr.Close leaves f open
func (c *Case) reportHidden(p *check.Pass, by *resource.Hop, doubts []check.Doubt) {
	at, how := by.Instr.Pos(), "returned"
	if by.Way == resource.Kept {
		how = "kept"
		doubts = append(doubts, c.owned(p, by.Instr)...)
	}
	p.Report(check.Finding{
		At: c.Call,
		Message: fmt.Sprintf("%s, opened here, is never closed: what is %s at %s does not close it, and nothing else can: %s",
			c.Name, how, p.Where(at, c.Call.Pos()), c.Cost),
		Trace:  []check.Hop{{Pos: at, Message: how + " here"}},
		Doubts: append(doubts, c.Rank(p)...),
	})
}

// owned returns the doubt that the object which keeps it has no method that ends it, and may live as
// long as the process.
func (c *Case) owned(p *check.Pass, instr ssa.Instruction) []check.Doubt {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return nil
	}
	addr, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	owner := callmatch.Named(addr.X.Type())
	if owner != nil && StopOf(p, owner) != nil {
		return nil
	}
	return []check.Doubt{check.Doubting(verdict.Lifetime, addr.Pos())}
}
