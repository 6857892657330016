package site

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Case is what is opened at a site, and what becomes of it.
type Case struct {
	*Site
	Fate *resource.Fate
	Name string // of what has to be closed: f, resp.Body
	Var  string // the variable that the name begins with
	End  string // the call that closes it, "" if there is none
	Cost string // what it costs that it stays open
	// Drained says that it closes itself at its end, which some paths reach.
	Drained bool
	// Outlasts says that it stays when the process ends.
	Outlasts bool
}

// Judge reports what nothing closes at the call, and else the first of the returns that leave
// it open. doubts are those of the check.
func (c *Case) Judge(p *check.Pass, doubts []check.Doubt) {
	fate, ended := c.Fate, c.ended()
	if len(fate.Users) > 0 || fate.Outlived {
		c.End = "" // closed here, it fails there
	}
	switch {
	case len(fate.Leaks) == 0 && len(fate.Closed) > 0:
		p.Safe(c.Call, c.Name, verdict.Handled, fate.Closed[0].Pos())
	case len(fate.Leaks) == 0 && len(fate.Gone) > 0:
		p.Safe(c.Call, c.Name, verdict.HandedOver, fate.Gone[0].Instr.Pos())
	case len(fate.Leaks) == 0:
	case fate.HiddenBy() != nil:
		c.reportHidden(p, fate.HiddenBy(), doubts)
	case len(fate.Closed) == 0 && len(fate.Gone) == 0 && !c.Drained:
		p.Report(check.Finding{
			At:      c.Call,
			Message: fmt.Sprintf("%s, %s: %s", c.Name, ended, c.Cost),
			Doubts:  append(doubts, c.Rank(p)...),
			Fix:     c.closing(p),
		})
	default:
		c.reportExits(p, doubts)
	}
}

// ended says that what is opened has no end, in the word of the method that ends it.
func (c *Case) ended() string {
	if strings.HasSuffix(c.End, ".Release()") {
		return "acquired here, is never released"
	}
	return "opened here, is never closed"
}

func (c *Case) reportExits(p *check.Pass, doubts []check.Doubt) {
	exits := c.Exits(p, c.Fate)
	first := exits[0]
	f := check.Finding{
		At:      first.At,
		Message: fmt.Sprintf("%s, opened at %s, stays open on this return: %s", c.Name, p.Where(c.Call.Pos(), first.At.Pos()), c.Cost),
		Trace:   []check.Hop{{Pos: c.Call.Pos(), Message: "opened here"}},
		Doubts:  append(doubts, c.Rank(p)...),
	}
	if first.Loop {
		f.Message = fmt.Sprintf("%s is opened again while that of the last pass is open: %s", c.Name, c.Cost)
		if at := left(c.Fate.Leaks[0]); p.Line(at) > p.Line(c.Call.Pos()) {
			f.Trace = append(f.Trace, check.Hop{Pos: at, Message: "the pass ends here, and leaves it open"})
		}
		if HandsOn(c.Fate, resource.Kept, resource.Sent, resource.Captured, resource.Passed) { // the iteration that does not may be the last one
			f.Doubts = append(f.Doubts, check.Doubting(verdict.Alternatives, c.Fate.Gone[0].Instr.Pos()))
		}
	}
	if by := c.Fate.Leaks[0].By; by != nil && !first.Loop {
		f.Message = fmt.Sprintf("%s, opened at %s, stays open where %s fails, and leaves it to the caller: %s", c.Name, p.Where(c.Call.Pos(), first.At.Pos()), by.Call.Value.Name(), c.Cost)
	}
	if part := c.Fate.Leaks[0].Partly; part != nil && !first.Loop {
		f.Message = fmt.Sprintf("%s, opened at %s, stays open on this return, because %s closes it on other paths only: %s", c.Name, p.Where(c.Call.Pos(), first.At.Pos()), resource.Named(part), c.Cost)
		f.Trace = append(f.Trace, check.Hop{Pos: part.Pos(), Message: "this call closes it on other paths only"})
	}
	for _, other := range exits[1:min(len(exits), 4)] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.At.Pos(), Message: "also open here"})
	}
	if len(c.Fate.Gone) == 0 && !c.Fate.Borrowed {
		f.Fix = c.deferred(p)
	}
	if f.Fix == nil && c.End != "" {
		f.Fix = c.Before(p, exits, c.Var, c.End)
	}
	p.Report(f)
}

// left returns the last place, in the order of the source, of a pass of a loop that opens
// something again.
func left(leak resource.Leak) (last token.Pos) {
	for _, b := range leak.Path {
		for _, instr := range b.Instrs {
			last = max(last, instr.Pos())
		}
	}
	return last
}

func (c *Case) deferred(p *check.Pass) *edit.Fix {
	if c.End == "" || c.Name == "" {
		return nil
	}
	return c.Defer(p, c.End)
}

// closing returns the fix for what no path closes.
func (c *Case) closing(p *check.Pass) *edit.Fix {
	if fix := c.deferred(p); fix != nil || c.End == "" || c.Name == "" {
		return fix
	}
	return c.InPass(p, c.End)
}

// Rank returns the doubt that the function runs once, for the process. Not of what a Close waits for before the
// process ends.
func (c *Case) Rank(p *check.Pass) []check.Doubt {
	depth := 3
	if c.Outlasts {
		depth = 1
	}
	if at := command(p, c.Site.Cur, depth); at != nil {
		return []check.Doubt{check.Doubting(verdict.Bootstrap, at.Pos())}
	}
	if p.Pkg.Name() != "main" {
		return nil
	}
	fn := Around(c.Site)
	switch {
	case fn == nil:
	case once(p, fn, 2) && !closeWaits(p, c.Site):
		return []check.Doubt{check.Doubting(verdict.Lifetime, fn.Pos())}
	case catalog.CommandWords[catalog.Words(fn.Name.Name)[0]]:
		return []check.Doubt{check.Doubting(verdict.ByHand, fn.Pos())}
	}
	return nil
}

// closeWaits reports whether the package calls the method that blocks until what a call has acquired is released.
func closeWaits(p *check.Pass, s *Site) bool {
	end := catalog.CloseWaits[callmatch.Name(s.Func)]
	for _, to := range calls.All(p.Pass) {
		if end != "" && to.Name == end {
			return true
		}
	}
	return false
}

// Around returns the declared function around a site.
func Around(s *Site) *ast.FuncDecl {
	for c := range s.Cur.Enclosing((*ast.FuncDecl)(nil)) {
		return c.Node().(*ast.FuncDecl)
	}
	return nil
}

// once reports whether a function is main or init, or called by those alone.
func once(p *check.Pass, decl *ast.FuncDecl, depth int) bool {
	if decl.Recv == nil && (decl.Name.Name == "main" || decl.Name.Name == "init") {
		return true
	}
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(p.Pass)
	if !ok || depth == 0 || len(index.Calls[fn]) != 1 || len(index.Values[fn]) > 0 {
		return false
	}
	caller, ok := index.Calls[fn][0].In.(*ast.FuncDecl)
	return ok && once(p, caller, depth-1)
}

// Closer returns the method without parameters that closes a value of type t, "" if there is
// none.
func Closer(t types.Type) string {
	for _, name := range slices.Concat(catalog.StopMethods, []string{"Release"}) {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if fn, ok := obj.(*types.Func); ok && ast.IsExported(name) && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() <= 1 {
			return name
		}
	}
	return ""
}

// HandsOn reports whether a path returns what is opened, or keeps it.
func HandsOn(fate *resource.Fate, ways ...resource.Way) bool {
	return slices.ContainsFunc(fate.Gone, func(h resource.Hop) bool { return slices.Contains(ways, h.Way) })
}
