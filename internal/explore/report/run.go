package report

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
)

// longestRun is how many steps of a run are kept, from its end.
const longestRun = 100

// run returns all steps of the run, and where goroutines are finally blocked.
func (t *teller) run() []check.Step {
	names := t.goroutines()
	var list []check.Step
	add := func(g, to int, instr ssa.Instruction, text string, blocked bool) {
		if instr.Pos().IsValid() {
			list = append(list, check.Step{Hop: check.Hop{Pos: instr.Pos(), Message: text}, Goroutine: g, Name: names[g], To: to, Blocked: blocked})
		}
	}
	for _, s := range t.f.Run {
		if s.Call != nil {
			list = append(list, check.Step{Hop: check.Hop{Pos: s.Call.Pos(), Message: t.step(s)}, Goroutine: s.Starts, Name: names[s.Starts], To: -1})
			continue
		}
		to := s.Meets
		if s.Starts > 0 {
			to = s.Starts
		}
		add(s.Goroutine, to, s.Site, t.step(s), false)
	}
	list = list[max(0, len(list)-longestRun):]
	_, text := t.operation(t.f.Site)
	if t.f.Panics {
		add(t.f.Goroutine, -1, t.f.Site, text+" panics", true)
		return list
	}
	add(t.f.Goroutine, -1, t.f.Site, text+" blocks forever", true)
	for i, other := range t.f.Others {
		_, text := t.operation(other)
		add(t.f.OtherGoroutines[i], -1, other, text+" is blocked, too", true)
	}
	return list
}

// goroutines returns what to call the goroutines of the run, by number.
func (t *teller) goroutines() map[int]string {
	names := map[int]string{0: "a caller"}
	if t.f.Root != nil {
		names[0] = t.f.Root.Name()
	}
	for _, s := range t.f.Run {
		switch {
		case s.Starts == 0:
		case s.Call != nil:
			names[s.Starts] = "a caller of " + s.Call.Name()
		default:
			names[s.Starts] = started(s)
		}
	}
	return names
}

// started names the goroutine that a step starts.
func started(s explore.Step) string {
	line := s.Site.Parent().Prog.Fset.Position(s.Site.Pos()).Line
	if g, ok := s.Site.(*ssa.Go); ok {
		if callee := g.Call.StaticCallee(); callee != nil && callee.Parent() == nil {
			return fmt.Sprintf("go %s, line %d", callee.Name(), line)
		}
	}
	return fmt.Sprintf("goroutine of line %d", line)
}
