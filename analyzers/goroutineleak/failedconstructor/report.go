package failedconstructor

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A leak is what the returns of a constructor leave open that fail, first the one to report.
type leak struct {
	*opened
	first *failure
	all   []*ast.ReturnStmt
	also  []ast.Stmt // what else opens the same
}

// reportAll reports what leaks, once for a variable that several branches open: the same call repairs it.
func (c *constructor) reportAll() {
	var list []*leak
	for i := range c.leaks {
		l := &c.leaks[i]
		k := slices.IndexFunc(list, func(before *leak) bool { return before.covers(l) })
		if k < 0 {
			list = append(list, l)
			continue
		}
		list[k].also = append(list[k].also, l.stmt)
	}
	for _, l := range list {
		c.report(l)
	}
}

// covers reports whether what repairs l repairs another leak as well.
func (l *leak) covers(other *leak) bool {
	return l.name == other.name && l.v == other.v && l.owner == other.owner && l.kind == other.kind &&
		!slices.ContainsFunc(other.all, func(ret *ast.ReturnStmt) bool { return !slices.Contains(l.all, ret) })
}

// report reports the first return that leaves something open; all of them are repaired together.
func (c *constructor) report(l *leak) {
	o, f, all := l.opened, l.first, l.all
	if o.kind == goroutine && c.p.Reported(o.stmt.Pos()) {
		return // no run of the function stops it
	}
	what := texts[o.kind]
	gone := "the caller gets nothing that it could " + what.end
	switch {
	case f.kept:
		gone = "a caller whose " + c.fn.(*ast.FuncDecl).Name.Name + " has failed does not " + what.end + " it"
	case !c.returned(o) && !c.keptLater(o):
		gone = "only the other return paths " + what.end + " it"
	}
	var doubts []check.Doubt
	if f.kept && o.kind == open {
		doubts = append(doubts, check.Doubting(verdict.CallerDecides, c.fn.Pos())) // it has what it may close
	}
	doubts = append(doubts, c.rare(o, all)...)
	if o.kind != goroutine { // which works on after the failure
		doubts = append(doubts, c.p.Elsewhere(f.ret.Pos())...)
	}
	if c.p.Pkg.Name() == "main" && !c.repeats(c.fn, 3) {
		doubts = append(doubts, check.Doubting(verdict.Bootstrap, c.fn.Pos()))
	}
	trace := []check.Hop{{Pos: o.stmt.Pos(), Message: "opened or started here"}}
	for _, other := range l.also {
		trace = append(trace, check.Hop{Pos: other.Pos(), Message: "also opened or started here"})
	}
	c.p.Report(check.Finding{
		At: f.ret,
		Message: fmt.Sprintf("%s fails here, and "+what.state+": %s",
			c.called(), o.name, c.p.Where(o.stmt.Pos(), f.ret.Pos()), gone),
		Trace:  trace,
		Doubts: doubts,
		Fix:    c.fix(o, f, all),
	})
}

// texts say of each kind what is left, and what the caller cannot do.
var texts = map[kind]struct{ state, end string }{
	open:         {"%s, opened at %s, stays open", "close"},
	goroutine:    {"the goroutine of %s, started at %s, keeps running", "stop"},
	subscription: {"the subscription %s, made at %s, stays active", "end"},
	child:        {"the process of %s, started at %s, keeps running", "stop"},
}
