package report

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

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
	if t.f.Panics && len(t.f.Set) > 1 { // which callers may not make at the same time
		list = append(list, check.Doubting(verdict.NoCaller, at.Pos()))
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
