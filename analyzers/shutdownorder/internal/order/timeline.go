package order

import (
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A Timeline is a list of steps of which it is known in which order they run:
// the statements of a function, the hooks of one registry, the elements of a
// list.
type Timeline struct {
	P      *check.Pass
	Steps  []Step
	Hooks  bool
	Last   bool // what is registered last runs first
	fields bool // they are fields of a struct
	List   *Runner
}

// Before reports whether a runs before b whenever both do.
func (t *Timeline) Before(a, b Step) bool {
	if t.fields {
		return a.Phase < b.Phase
	}
	if t.Hooks && a.Phase != b.Phase {
		return a.Phase >= 0 && b.Phase >= 0 && a.Phase < b.Phase && (t.registered(a, b) || t.registered(b, a))
	}
	if t.Last {
		a, b = b, a
	}
	return t.registered(a, b)
}

// registered reports whether a comes before b in the source, and whenever b does.
func (t *Timeline) registered(a, b Step) bool {
	if a.Stmt == b.Stmt {
		return !t.Hooks && operands(a, b) || t.Hooks && a.Entry != b.Entry && a.Entry.Pos() < b.Entry.Pos() && !t.inlined(a)
	}
	return Above(t.P, a.Stmt, b.Stmt)
}

// operands reports whether two steps are operands of one statement, which are evaluated from left to right.
//
//	return errors.Join(s.db.Close(), s.http.Shutdown(ctx))
func operands(a, b Step) bool {
	switch a.Stmt.(type) {
	case *ast.ExprStmt, *ast.ReturnStmt, *ast.AssignStmt:
		return a.At().End() <= b.At().Pos()
	}
	return false
}

// inlined reports whether a step stands for one of another function, of which a
// finding is that function's.
func (t *Timeline) inlined(s Step) bool {
	return s.Stmt != nil && !syntax.Within(s.Stmt, s.Entry.Pos())
}

// All returns the steps of a kind.
func (t *Timeline) All(k Kind) []Step {
	var list []Step
	for _, s := range t.Steps {
		if s.Kind == k {
			list = append(list, s)
		}
	}
	return list
}

// Why returns why one step comes before the other.
func (t *Timeline) Why(a, b Step) string {
	line := t.P.Where(b.At().Pos(), a.At().Pos())
	switch what := t.Named(b); {
	case t.List != nil && t.Last:
		return fmt.Sprintf("runs before %s (%s), because the list is run from its end (line %d)", what, line, t.P.Line(t.List.loop.Pos()))
	case t.List != nil:
		return fmt.Sprintf("runs before %s (%s), because the list is run from its start (line %d)", what, line, t.P.Line(t.List.loop.Pos()))
	case t.Hooks && a.Phase != b.Phase && !t.fields:
		return fmt.Sprintf("runs before %s (%s), which is in a later phase", what, line)
	case t.Hooks && t.Last:
		return fmt.Sprintf("runs before %s (%s), because the hook registered last runs first", what, line)
	case t.Hooks:
		return fmt.Sprintf("runs before %s (%s)", what, line)
	}
	return fmt.Sprintf("runs before %s (%s)", t.Named(b), line)
}

// Named returns a step as the function has it, and what it does.
func (t *Timeline) Named(s Step) string {
	if s.Via == nil {
		return callText(t.P, s)
	}
	return fmt.Sprintf("%s, with %s at %s,", t.P.Source(s.Via.Fun), callText(t.P, s), t.P.Where(s.Expr.Pos(), s.Via.Pos()))
}

func callText(p *check.Pass, s Step) string {
	if call, ok := s.Expr.(*ast.CallExpr); ok && s.Kind != Waits {
		return p.Source(call.Fun)
	}
	return p.Source(s.Expr)
}
