package steps

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// A site is a call of the function that is walked, with what distinguishes it from a second
// call: the callee, and the receiver. Contexts do not distinguish, nor does a value that a
// call makes itself, or the argument of a callback: a server that is started again is still
// one.
type site struct {
	pos token.Pos
	id  string
}

func (w *walker) site(call *ast.CallExpr, fn *types.Func) site {
	parts := []string{callmatch.Name(fn), w.receiver(call)}
	for _, a := range call.Args {
		_, made := ast.Unparen(a).(*ast.CallExpr)
		switch t := w.pass.TypesInfo.TypeOf(a); {
		case t == nil, isContext(t), isFunc(t):
		case made:
			parts = append(parts, "")
		default:
			k := w.key(a)
			if isInner(k) && k[0] == '#' {
				k = ""
			}
			parts = append(parts, k+w.constant(a))
		}
	}
	return site{call.Pos(), strings.Join(parts, "\n")}
}

// same reports whether two sites call one function on what may be one thing.
func (s site) same(other site) bool {
	a, b := strings.Split(s.id, "\n"), strings.Split(other.id, "\n")
	if len(a) != len(b) {
		return a[0] == b[0]
	}
	for i := range a {
		if a[i] != b[i] && a[i] != "" && b[i] != "" {
			return false
		}
	}
	return true
}

// tellApart numbers the steps that one line of a callee takes for several servers: a
// helper serves on one line whatever it is given.
func tellApart(body *ast.BlockStmt, list []Step) {
	type id struct {
		kind Kind
		at   Where
		run  uint32
	}
	seen := make(map[id][]site)
	Each(list, func(s *Step) bool {
		if s.from.pos == token.NoPos {
			return true
		}
		k := id{s.Kind, s.At, s.Run}
		n := slices.IndexFunc(seen[k], func(e site) bool { return e.same(s.from) || alternatives(body, e.pos, s.from.pos) })
		if n < 0 {
			n = len(seen[k])
			seen[k] = append(seen[k], s.from)
		}
		s.Run, s.from = s.Run*31+uint32(n), site{}
		return true
	})
}

// alternatives reports whether only one of two places is reached: they are in different
// branches, or one of them is in a branch that does not continue to the other.
func alternatives(body *ast.BlockStmt, a, b token.Pos) (found bool) {
	in := func(n ast.Node, p token.Pos) bool { return n.Pos() <= p && p < n.End() }
	a, b = min(a, b), max(a, b)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			found = found || in(n.Body, a) && !in(n.Body, b) && (in(n, b) || returns(n.Body))
		case *ast.CaseClause:
			found = found || in(n, a) && !in(n, b) && returns(&ast.BlockStmt{List: n.Body})
		case *ast.BlockStmt:
			x, y := clauseOf(n, a), clauseOf(n, b)
			found = found || x != y && x.IsValid() && y.IsValid()
		}
		return !found
	})
	return found
}

// clauseOf returns which clause of the body of a switch a place is in; zero if it is
// in none.
func clauseOf(body *ast.BlockStmt, p token.Pos) token.Pos {
	if p < body.Pos() || body.End() <= p {
		return token.NoPos
	}
	for _, s := range body.List {
		switch s.(type) {
		case *ast.CaseClause, *ast.CommClause:
			if s.Pos() <= p && p < s.End() {
				return s.Pos()
			}
		}
	}
	return token.NoPos
}

func returns(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	_, ok := body.List[len(body.List)-1].(*ast.ReturnStmt)
	return ok
}
