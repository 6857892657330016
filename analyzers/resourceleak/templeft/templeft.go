// Package templeft is the check resourceleak/temp-left: temporary file or directory is not removed.
package templeft

import (
	"embed"
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed templeft.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "temp-left",
	Title:      "temporary file or directory is not removed",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	f, err := os.CreateTemp("", "upload-*")
//	…
//	if _, err := io.Copy(f, r); err != nil {
//		return "", err // nothing removes the file
//	}
//	return f.Name(), nil
//
// and what nothing removes at all. Safe when each path removes or renames it, by a deferred call or
// by a function that is passed it, or passes its name to other code: a caller, a field, a
// goroutine. A function that removes it only where it fails makes it for others.
func run(p *check.Pass) {
	f := &finder{p: p, own: make(map[*types.Func]maker), seen: make(map[*ssa.Call]bool)}
	for f.again() {
	}
	for _, c := range f.cases {
		c.judge(p)
	}
}

// A temp is a call that makes a temporary file or directory.
type temp struct {
	site.Case
	maker
}

func (c *temp) kind() string {
	if c.MakesDir {
		return "directory"
	}
	return "file"
}

func (c *temp) judge(p *check.Pass) {
	fate := c.Fate
	if len(fate.Closed)+len(fate.Gone) > 0 { // what stays where nothing has failed is what the function is for
		fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return !resource.Failing(l.Exit) })
	}
	switch {
	case len(fate.Leaks) == 0 && len(fate.Closed) > 0:
		p.Safe(c.Call, c.Name, verdict.Handled, fate.Closed[0].Pos())
	case len(fate.Leaks) == 0 && len(fate.Gone) > 0:
		p.Safe(c.Call, c.Name, verdict.HandedOver, fate.Gone[0].Instr.Pos())
	case len(fate.Leaks) == 0:
	case len(fate.Closed)+len(fate.Gone) == 0:
		p.Report(check.Finding{
			At:      c.Call,
			Message: fmt.Sprintf("the temporary %s is left by each call: nothing removes %s", c.kind(), c.Name),
			Doubts:  c.doubts(p),
			Fix:     c.fix(p, nil),
		})
	default:
		c.reportExits(p)
	}
}

// reportExits reports the first of the returns that do not remove it.
func (c *temp) reportExits(p *check.Pass) {
	exits := c.Exits(p, c.Fate)
	first := exits[0]
	f := check.Finding{
		At: first.At,
		Message: fmt.Sprintf("each failure leaves a temporary %s: %s, made at %s, is not removed on this return",
			c.kind(), c.Name, p.Where(c.Call.Pos(), first.At.Pos())),
		Trace:  []check.Hop{{Pos: c.Call.Pos(), Message: "made here"}},
		Doubts: c.doubts(p),
		Fix:    c.fix(p, exits),
	}
	for _, other := range exits[1:min(len(exits), 4)] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.At.Pos(), Message: "nor on this one"})
	}
	p.Report(f)
}

// doubts are that other code removes the directory that it is made in, or what is passed its name
// removes it, and that its name is told to users, who are to look at it.
func (c *temp) doubts(p *check.Pass) []check.Doubt {
	c.Outlasts = true
	list := c.Rank(p)
	if c.within(p) {
		list = append(list, check.Doubting(verdict.WithOwner, c.Call.Pos()))
	}
	if i := slices.IndexFunc(c.Fate.Borrowers, c.mayRemove); i >= 0 {
		list = append(list, check.Doubting(verdict.WithOwner, c.Fate.Borrowers[i].Pos()))
	}
	if at := c.told(p); at != nil && len(c.Fate.Closed)+len(c.Fate.Gone) == 0 {
		list = append(list, check.Doubting(verdict.Deliberate, at.Pos()))
	}
	return list
}

// mayRemove reports whether a call that is passed it may remove it: the function does not do so after it.
func (c *temp) mayRemove(call ssa.CallInstruction) bool {
	return !slices.ContainsFunc(c.Fate.Closed, func(end ssa.CallInstruction) bool { return ssaflow.Follows(call, end) })
}

// ownedDir reports whether a directory may be another temporary one, which is removed as a whole: it
// is one, or a caller or an object has it.
func ownedDir(dir ssa.Value) bool {
	switch v := dir.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.UnOp, *ssa.Field:
		return true
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && call.Call.StaticCallee() != nil
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, ownedDir)
	}
	return false
}
