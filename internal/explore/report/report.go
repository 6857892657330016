// Package report turns what the exploration has found into findings of checks: which check
// it belongs to, what the message says, and which steps of the run it shows.
package report

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// Report reports what the exploration has found for the check, except what the checks of
// this analyzer have already reported on one of the lines that take part.
func Report(p *check.Pass) {
	if len(astindex.Of(p.Pass).Starts) == 0 && !explore.HasTypes(p.Pkg) {
		return
	}
	result := explore.Of(p.Pass)
	if p.Check.Slug == "blocked-receive" { // once for all
		reportLeft(p, result)
	}
	for _, f := range result.Findings {
		if slugOf(f) != p.Check.Slug || p.Quiet(f.Site.Pos()) || onPurpose(f) {
			continue
		}
		sites := append([]ssa.Instruction{f.Site}, f.Others...)
		if f.Lock != nil {
			sites = append(sites, f.Lock)
		}
		if slices.ContainsFunc(sites, func(s ssa.Instruction) bool { return p.Reported(s.Pos()) }) || reportedAround(p, f) {
			continue
		}
		t := &teller{p, f}
		if found, ok := t.finding(); ok && !(low(found.Doubts) && p.ReportedLow(f.Site.Pos())) {
			p.Report(found)
		}
	}
}

// low reports whether doubts leave a finding of low confidence.
func low(doubts []check.Doubt) bool {
	return slices.ContainsFunc(doubts, func(d check.Doubt) bool { return !d.Ceiling.AtLeast(verdict.Medium) })
}

// reportLeft says which functions and types were not explored to the end.
func reportLeft(p *check.Pass, result *explore.Result) {
	for _, t := range result.LeftTypes {
		p.NotExplored(check.Span(t.Pos(), t.Pos()+token.Pos(len(t.Name()))), "calls of the methods of "+t.Name(), "the interleavings of calls of the methods of "+t.Name()+" are more than the budget of the exploration")
	}
	for _, fn := range result.Left {
		if decl, ok := fn.Syntax().(*ast.FuncDecl); ok {
			p.NotExplored(decl.Name, "goroutines that "+fn.Name()+" starts", "the interleavings of what "+fn.Name()+" starts are more than the budget of the exploration")
		}
	}
}

// reportedAround reports whether there is a finding in one of the functions that take part in
// the run: of this check, or of another one where the goroutine just waits to be stopped.
func reportedAround(p *check.Pass, f *explore.Finding) bool {
	fns := []*ssa.Function{f.Site.Parent()}
	for _, s := range f.Run {
		if s.Site == nil {
			fns = append(fns, s.Call)
			continue
		}
		fns = append(fns, s.Site.Parent())
		if g, ok := s.Site.(*ssa.Go); ok && g.Call.StaticCallee() != nil {
			fns = append(fns, g.Call.StaticCallee())
		}
	}
	for _, fn := range fns {
		fns = append(fns, callees(fn)...)
	}
	idle := f.Go != nil && (f.Kind == explore.Select || f.Kind == explore.Receive)
	return slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return p.ToldWithin(top(fn).Syntax(), false)
	}) || idle && f.Root != nil && p.ToldWithin(top(f.Root).Syntax(), true)
}

// top returns the declared function around fn.
func top(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// callees returns the functions of the package that fn calls by name.
func callees(fn *ssa.Function) []*ssa.Function {
	var list []*ssa.Function
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && call.Call.StaticCallee() != nil && call.Call.StaticCallee().Blocks != nil {
				list = append(list, call.Call.StaticCallee())
			}
		}
	}
	return list
}

// onPurpose reports whether a function intentionally blocks forever, as its last statement.
// Waiting for goroutines that run forever is intended, too.
func onPurpose(f *explore.Finding) bool {
	if f.Panics {
		return false
	}
	if f.Go == nil && f.Running > 0 && f.Kind != explore.Send {
		return true
	}
	if f.Call != nil {
		return false
	}
	if f.Go != nil || len(f.Others) > 0 || f.Kind != explore.Receive {
		return false
	}
	rest := f.Site.Block().Instrs
	rest = rest[slices.Index(rest, f.Site)+1:]
	return !slices.ContainsFunc(rest, func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.Return:
			return len(instr.Results) > 0
		case *ssa.DebugRef, *ssa.RunDefers:
			return false
		}
		return true
	})
}

// slugOf returns the check that a finding belongs to.
func slugOf(f *explore.Finding) string {
	if f.Panics {
		return panics[f.Kind]
	}
	switch f.Kind {
	case explore.Lock, explore.RLock, explore.Do:
		return slugs[f.Holder]
	}
	if f.Lock != nil {
		return "blocking-under-lock"
	}
	switch f.Kind {
	case explore.Send:
		return "blocked-send"
	case explore.Wait:
		return "wait-without-add"
	}
	return "blocked-receive"
}

var slugs = map[explore.Holder]string{
	explore.Itself:  "double-lock",
	explore.Waiting: "lock-order",
	explore.Blocked: "blocking-under-lock",
	explore.Gone:    "lock-leak",
}

// panics are the checks that operations belong to which panic.
var panics = map[explore.Op]string{
	explore.Close:   "double-close",
	explore.Send:    "close-before-drain",
	explore.Select:  "close-before-drain",
	explore.Unlock:  "unlock-unlocked",
	explore.RUnlock: "unlock-unlocked",
}

type teller struct {
	*check.Pass
	f *explore.Finding
}

func (t *teller) finding() (check.Finding, bool) {
	at, text := t.operation(t.f.Site)
	if at == nil {
		return check.Finding{}, false
	}
	return check.Finding{
		At:      at,
		Message: t.message(at, text),
		Trace:   t.trace(),
		Run:     t.run(),
		Doubts:  t.doubts(at),
	}, true
}

// message says what blocks, and why nothing ends that.
func (t *teller) message(at analysis.Range, text string) string {
	f := t.f
	where := func(instr ssa.Instruction) string { return t.Where(instr.Pos(), at.Pos()) }
	if f.Panics {
		return t.panic(text, where)
	}
	switch {
	case f.Kind == explore.Do && f.Holder == explore.Itself:
		return fmt.Sprintf("deadlock: %s is called by the function that it runs since %s", text, where(f.Lock))
	case f.Lock != nil && f.Holder == explore.Itself:
		return fmt.Sprintf("deadlock: %s acquires a lock that its goroutine holds since %s", text, where(f.Lock))
	case f.Lock != nil && f.Holder == explore.Gone:
		return fmt.Sprintf("%s blocks forever: the goroutine that acquired the lock at %s ends without releasing it", text, where(f.Lock))
	case f.Lock != nil && f.Holder == explore.Waiting:
		return fmt.Sprintf("%s deadlocks: the goroutine that holds the lock since %s waits for another lock%s", text, where(f.Lock), t.others(where, " at "))
	case f.Lock != nil && f.Holder == explore.Blocked:
		return fmt.Sprintf("%s deadlocks: the goroutine that holds the lock since %s blocks%s", text, where(f.Lock), t.others(where, " at "))
	case f.Lock != nil:
		return fmt.Sprintf("%s deadlocks: it blocks with the lock held since %s, which what would unblock it needs%s", text, where(f.Lock), t.others(where, " at "))
	case len(f.Others) > 0:
		return fmt.Sprintf("%s deadlocks: the goroutines that could unblock it are blocked%s, or have returned", text, t.others(where, " at "))
	}
	return fmt.Sprintf("%s blocks forever%s: nothing is left that could unblock it", text, t.in())
}

// panic says what panics, and what has happened before.
func (t *teller) panic(text string, where func(ssa.Instruction) string) string {
	before := ""
	if b := t.f.Before; b != nil {
		before = " at " + where(b)
	}
	switch t.f.Kind {
	case explore.Close:
		return fmt.Sprintf("%s panics%s: the channel is already closed%s", text, t.in(), before)
	case explore.Unlock, explore.RUnlock:
		return fmt.Sprintf("fatal error, which recover does not stop: %s releases a lock that is not held%s", text, t.in())
	}
	return fmt.Sprintf("send on closed channel panics%s: the channel may be closed%s before", t.in(), before)
}

// others names the places where other goroutines are blocked.
func (t *teller) others(where func(ssa.Instruction) string, prefix string) string {
	var list []string
	for _, o := range t.f.Others {
		if w := where(o); !slices.Contains(list, w) && len(list) < 2 {
			list = append(list, w)
		}
	}
	if len(list) == 0 {
		return ""
	}
	text := prefix + list[0]
	if len(list) > 1 {
		text += " and " + list[1]
	}
	return text
}

// in names the function that the run begins with.
func (t *teller) in() string {
	if len(t.f.Set) > 0 {
		return " after calls of " + names(t.f.Set)
	}
	if fn := t.f.Root; fn != nil && fn != t.f.Site.Parent() && fn.Parent() == nil {
		return " in a run of " + fn.Name()
	}
	return ""
}

// names lists the methods that are called.
func names(set []*ssa.Function) string {
	var list []string
	for _, fn := range set {
		if !slices.Contains(list, fn.Name()) {
			list = append(list, fn.Name())
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// doubts are what the run supposes.
func (t *teller) doubts(at analysis.Range) []check.Doubt {
	var list []check.Doubt
	switch t.f.Order {
	case explore.WhileEnding:
		list = append(list, check.Doubting(verdict.WhileEnding, at.Pos()))
	case explore.EndedTwice:
		list = append(list, check.Doubting(verdict.NoSecondCall, at.Pos()))
	}
	switch {
	case t.f.Waits:
		list = append(list, check.Doubting(verdict.MayWait, at.Pos()))
	case t.f.Free > 1 && !t.f.Never:
		list = append(list, check.Doubting(verdict.Branches, at.Pos()))
	case t.f.Free > 0 && !t.f.Never || t.f.Scaled:
		list = append(list, check.Doubting(verdict.Branch, at.Pos()))
	}
	return list
}

// mostSteps is how much of a run a finding shows.
const mostSteps = 5

// trace returns the last steps of the run, one for each place, and what finally blocks.
func (t *teller) trace() []check.Hop {
	var hops []check.Hop
	seen := map[token.Pos]bool{t.f.Site.Pos(): true}
	for _, o := range t.f.Others {
		if !seen[o.Pos()] && len(hops) < 2 {
			seen[o.Pos()] = true
			_, text := t.operation(o)
			hops = append(hops, check.Hop{Pos: o.Pos(), Message: text + " is blocked, too"})
		}
	}
	for _, s := range slices.Backward(t.f.Run) {
		if len(hops) == mostSteps {
			break
		}
		pos := posOf(s)
		if seen[pos] || !pos.IsValid() {
			continue
		}
		seen[pos] = true
		hops = append(hops, check.Hop{Pos: pos, Message: t.step(s)})
	}
	slices.Reverse(hops)
	return hops
}

func posOf(s explore.Step) token.Pos {
	if s.Site == nil {
		return s.Call.Pos()
	}
	return s.Site.Pos()
}

// step says what a step of the run does.
func (t *teller) step(s explore.Step) string {
	if s.Call != nil {
		return "a caller calls " + s.Call.Name()
	}
	if s.Starts > 0 {
		return "starts a goroutine"
	}
	_, text := t.operation(s.Site)
	if text == "" {
		text = "an operation"
	}
	return text + " is done"
}

// operation returns the syntax of an operation, and what to call it.
func (t *teller) operation(instr ssa.Instruction) (at analysis.Range, text string) {
	pos := instr.Pos()
	for _, n := range t.around(pos) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.OpPos == pos {
				return n, "receive from " + t.Name(n.X)
			}
		case *ast.SendStmt:
			if n.Arrow == pos {
				return n, "send on " + t.Name(n.Chan)
			}
		case *ast.RangeStmt:
			if n.For == pos || n.Range == pos || n.TokPos == pos || n.X.Pos() == pos {
				return n.X, "range over " + t.Name(n.X)
			}
		case *ast.SelectStmt:
			if n.Select == pos {
				return check.Span(n.Select, n.Select+token.Pos(len("select"))), "select"
			}
		case *ast.CallExpr:
			if n.Lparen == pos || n.Pos() == pos {
				return n, t.Name(n.Fun)
			}
		case *ast.DeferStmt:
			if n.Defer == pos {
				return n.Call, t.Name(n.Call.Fun)
			}
		case *ast.GoStmt:
			if n.Go == pos {
				return n.Call, t.Name(n.Call.Fun)
			}
		}
	}
	return nil, ""
}

// around returns the nodes around pos, innermost first.
func (t *teller) around(pos token.Pos) []ast.Node {
	for _, f := range t.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos+1)
			return path
		}
	}
	return nil
}
