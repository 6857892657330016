package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A timeline is a list of steps of which it is known in which order they run:
// the statements of a function, the hooks of one registry, the elements of a
// list.
type timeline struct {
	p      *check.Pass
	steps  []step
	hooks  bool
	last   bool // what is registered last runs first
	fields bool // they are fields of a struct
	list   *runner
}

// before reports whether a runs before b whenever both do.
func (t *timeline) before(a, b step) bool {
	if t.fields {
		return a.phase < b.phase
	}
	if t.hooks && a.phase != b.phase {
		return a.phase >= 0 && b.phase >= 0 && a.phase < b.phase && (t.registered(a, b) || t.registered(b, a))
	}
	if t.last {
		a, b = b, a
	}
	return t.registered(a, b)
}

// registered reports whether a comes before b in the source, and whenever b does.
func (t *timeline) registered(a, b step) bool {
	if a.stmt == b.stmt {
		return t.hooks && a.entry != b.entry && a.entry.Pos() < b.entry.Pos() && !t.inlined(a)
	}
	return above(t.p, a.stmt, b.stmt)
}

// inlined reports whether a step stands for one of another function, of which a
// finding is that function's.
func (t *timeline) inlined(s step) bool { return s.stmt != nil && !within(s.stmt, s.entry.Pos()) }

// all returns the steps of a kind.
func (t *timeline) all(k kind) []step {
	var list []step
	for _, s := range t.steps {
		if s.kind == k {
			list = append(list, s)
		}
	}
	return list
}

// own returns the timeline of a function's statements.
func own(p *check.Pass, all []step) *timeline {
	t := &timeline{p: p}
	for _, s := range all {
		if s.deferred == nil && s.kind != registers {
			t.steps = append(t.steps, s)
		}
	}
	return t
}

// registries returns the timelines of the hooks that a function registers.
func registries(p *check.Pass, all []step) []*timeline {
	type key struct {
		registry *types.Var
		name     string
	}
	var order []key
	lines := make(map[key]*timeline)
	for _, s := range all {
		if s.kind != registers || s.hook.atOnce || s.deferred != nil {
			continue
		}
		k := key{s.hook.registry, ""}
		if k.registry == nil {
			k.name = s.hook.name
		}
		t := lines[k]
		if t == nil {
			t = &timeline{p: p, hooks: true, last: s.hook.last, list: s.hook.list}
			lines[k] = t
			order = append(order, k)
		}
		for _, inner := range s.hook.steps {
			inner.stmt, inner.entry, inner.phase = s.stmt, s.expr, s.hook.phase
			t.steps = append(t.steps, inner)
		}
	}
	list := make([]*timeline, len(order))
	for i, k := range order {
		list[i] = lines[k]
	}
	return list
}

// why says in which way one step comes before the other.
func (t *timeline) why(a, b step) string {
	line := t.p.Where(b.at().Pos(), a.at().Pos())
	switch what := t.named(b); {
	case t.list != nil && t.last:
		return fmt.Sprintf("runs before %s (%s), because the list is run from its end (line %d)", what, line, t.p.Line(t.list.loop.Pos()))
	case t.list != nil:
		return fmt.Sprintf("runs before %s (%s), because the list is run from its start (line %d)", what, line, t.p.Line(t.list.loop.Pos()))
	case t.hooks && a.phase != b.phase && !t.fields:
		return fmt.Sprintf("runs before %s (%s), which is in a later phase", what, line)
	case t.hooks && t.last:
		return fmt.Sprintf("runs before %s (%s), because the hook registered last runs first", what, line)
	case t.hooks:
		return fmt.Sprintf("runs before %s (%s)", what, line)
	}
	return fmt.Sprintf("runs before %s (%s)", t.named(b), line)
}

// named returns a step as the function has it, and what is behind it.
func (t *timeline) named(s step) string {
	if s.via == nil {
		return callText(t.p, s)
	}
	return fmt.Sprintf("%s, with %s at %s,", t.p.Source(s.via.Fun), callText(t.p, s), t.p.Where(s.expr.Pos(), s.via.Pos()))
}

func callText(p *check.Pass, s step) string {
	if call, ok := s.expr.(*ast.CallExpr); ok && s.kind != waits {
		return p.Source(call.Fun)
	}
	return p.Source(s.expr)
}
