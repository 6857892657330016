package doublelock

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
)

// A section is what an acquisition covers, up to its release in the same list of
// statements, or to the end of the list where the release is deferred.
type section struct {
	lock     string // "c.mu"
	acquire  ast.Stmt
	release  ast.Stmt
	deferred bool
	covered  []ast.Stmt
	takers   []*types.Func // functions it calls that take the lock themselves
	calls    []token.Pos   // where it does, directly or not
}

// sectionOf returns the section of the acquisition that d holds; nil if it has
// several releases, or its form is another one.
func sectionOf(p *check.Pass, f *lockset.Func, d lockuse.Double, held *ast.CallExpr) *section {
	stmt, path := source.Statement(p, held.Pos())
	if expr, ok := stmt.(*ast.ExprStmt); !ok || expr.X != held || len(path) == 0 {
		return nil
	}
	s := &section{lock: source.ReceiverText(p, held), acquire: stmt}
	release := s.lock + "." + source.UnlockName(d.Held.Read) + "()"
	list := astindex.Stmts(path[0])
	rest := list[slices.Index(list, stmt)+1:]
	at := slices.IndexFunc(rest, func(s ast.Stmt) bool { return p.Source(s) == release })
	switch s.deferred = len(rest) > 0 && p.Source(rest[0]) == "defer "+release; {
	case countText(p, path, release) != 1:
		return nil
	case s.deferred:
		s.release, s.covered = rest[0], rest[1:]
	case at >= 0:
		s.release, s.covered = rest[at], rest[:at]
	default:
		return nil
	}
	for _, other := range lockuse.Doubles(f) {
		if other.Held.Pos == d.Held.Pos && !other.Op.Net {
			s.takers = append(s.takers, other.Op.Callee)
			s.calls = append(s.calls, other.At.Common().Pos())
		}
	}
	return s
}

// dropOuter takes out the first acquisition, with its release, where nothing that it covers
// needs it but calls of functions that take the lock themselves:
//
//	mu.RLock()
//	defer mu.RUnlock()
//	s, err := String(key)
//	return err == nil && s != ""
//
// If only what follows such calls needs it, it moves there.
func dropOuter(p *check.Pass, s *section, d lockuse.Double, call *ast.CallExpr) *edit.Fix {
	needs := func(stmt ast.Stmt) bool { return s.needed(p, stmt) }
	first := slices.IndexFunc(s.covered, needs)
	if first >= 0 && s.covered[first].Pos() <= call.Pos() {
		return nil
	}
	e := p.Edit(s.acquire.Pos())
	if s.deferred {
		e.DeleteStmts(s.acquire, s.release)
	} else {
		e.DeleteLines(s.acquire)
	}
	callee := d.Op.Callee.Name()
	if first >= 0 {
		lines := []string{p.Source(s.acquire)}
		if s.deferred {
			lines = append(lines, p.Source(s.release))
		}
		e.Before(s.covered[first], lines...)
		return e.Fix("Acquire "+s.lock+" after "+callee+", which acquires it itself", "other goroutines can acquire "+s.lock+" before it")
	}
	if !s.deferred {
		e.DeleteLines(s.release)
	}
	changes := ""
	if len(s.calls) > 1 {
		changes = "other goroutines can acquire " + s.lock + " between the calls"
	}
	return e.Fix("Remove the acquisition of "+s.lock+", which "+callee+" acquires itself", changes)
}
