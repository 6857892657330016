package report

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/explore"
)

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
