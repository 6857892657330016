package lockleak

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An exit is the statement at which a leaking path leaves the others.
type exit struct {
	at   analysis.Range
	stmt ast.Stmt    // nil at the end of the function
	tail ast.Stmt    // the last of a branch beside the one that releases
	bare *ast.IfStmt // releases, and has no else
	end  token.Pos
	held bool // on every path to it
}

// A wayOut is a path on which a lock stays held, and the statement that takes it.
type wayOut struct {
	lockuse.Leak
	exit exit
}

// waysOut returns the leaks of f by acquisition, the one to report first: one that nothing
// speaks against, where there is one.
func waysOut(p *check.Pass, f *lockset.Func) [][]wayOut {
	type acquisition struct {
		at   token.Pos
		lock lockset.Lock
	}
	seen, index := make(map[token.Pos]bool), make(map[acquisition]int)
	var list [][]wayOut
	for _, leak := range lockuse.Leaks(f) {
		exit := exitOf(p, f, leak)
		if exit.at == nil || seen[exit.at.Pos()] {
			continue
		}
		seen[exit.at.Pos()] = true
		if leak.Private {
			p.Safe(exit.at, "the lock acquired at "+p.Where(leak.At.Pos(), exit.at.Pos()), verdict.Private, leak.At.Pos())
			continue
		}
		leak.Doubts = append(leak.Doubts, unmatched(leak)...)
		key, way := acquisition{leak.At.Pos(), leak.Op.Lock}, wayOut{leak, exit}
		i, again := index[key]
		switch {
		case !again:
			index[key] = len(list)
			list = append(list, []wayOut{way})
		case len(way.Doubts) == 0 && len(list[i][0].Doubts) > 0:
			list[i] = slices.Insert(list[i], 0, way)
		default:
			list[i] = append(list[i], way)
		}
	}
	return list
}

// exitOf finds the statement to edit: the return, if the lock is held on every path to it,
// and else the jump that ends the branch of the leaking path, or the last statement of the
// branch opposite the one that releases.
func exitOf(p *check.Pass, f *lockset.Func, leak lockuse.Leak) exit {
	if call := source.CallExpr(p, leak.At); leak.Frees == nil && call != nil {
		return exit{at: call}
	}
	ret, isReturn := leak.Exit.(*ssa.Return)
	if isReturn && leak.Held {
		if stmt, _ := source.Find[*ast.ReturnStmt](p, ret.Pos()); ret.Pos().IsValid() && stmt != nil {
			return exit{at: stmt, stmt: stmt, held: true}
		}
		end := f.SSA.Syntax().End() - 1
		return exit{at: check.Span(end, end+1), end: end, held: true}
	}
	for i := len(leak.Path) - 1; i >= 0; i-- {
		b := leak.Path[i]
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !lockuse.HeldAfter(f, b, leak.Op.Lock) {
			continue
		}
		cond := condition(branch)
		if stmt := jumpAfter(p, cond); stmt != nil {
			return exit{at: stmt, stmt: stmt, held: true}
		}
		for _, release := range leak.All {
			if tail := besideRelease(p, cond, release.Pos()); tail != nil {
				return exit{at: tail, tail: tail, held: true}
			}
			if bare := bareRelease(p, cond, release.Pos()); bare != nil {
				return exit{at: check.Span(bare.End()-1, bare.End()), bare: bare, held: onlyWay(f, leak, i)}
			}
		}
		break
	}
	if stmt, _ := source.Find[*ast.ReturnStmt](p, leak.Exit.Pos()); isReturn && ret.Pos().IsValid() && stmt != nil {
		return exit{at: stmt}
	}
	if last, i := lastOwn(p, f, leak); last != nil {
		return exit{at: last, tail: last, held: onlyWay(f, leak, i)}
	}
	if call := source.CallExpr(p, leak.At); !isReturn && call != nil {
		return exit{at: call}
	}
	end := f.SSA.Syntax().End() - 1
	return exit{at: check.Span(end, end+1)}
}

// lastOwn returns the last statement of the path that no path which releases the lock passes, such as that
// of a case beside others that release it, and the number of its block; nil if there is none.
func lastOwn(p *check.Pass, f *lockset.Func, leak lockuse.Leak) (ast.Stmt, int) {
	for i, b := range slices.Backward(leak.Path) {
		if b == leak.At.Block() {
			break
		}
		if _, branches := lockset.LastOf(b).(*ssa.Jump); !branches || !lockuse.HeldAfter(f, b, leak.Op.Lock) {
			continue
		}
		for _, instr := range slices.Backward(b.Instrs) {
			if !instr.Pos().IsValid() {
				continue
			}
			stmt, around := source.Statement(p, instr.Pos())
			if stmt == nil {
				return nil, 0
			}
			if clause, ok := around[0].(*ast.CaseClause); ok && stmt == clause.Body[len(clause.Body)-1] {
				return stmt, i
			}
			return nil, 0
		}
	}
	return nil, 0
}

// onlyWay reports whether the lock is held on no other path that meets that of the leak behind its i-th
// block: a release there would leave the others.
func onlyWay(f *lockset.Func, leak lockuse.Leak, i int) bool {
	for k := i + 1; k < len(leak.Path); k++ {
		if slices.ContainsFunc(leak.Path[k].Preds, func(b *ssa.BasicBlock) bool {
			return b != leak.Path[k-1] && lockuse.HeldAfter(f, b, leak.Op.Lock)
		}) {
			return false
		}
	}
	return true
}

// condition returns where the condition of a branch is written: that of a variable is where the
// variable is read last before the branch.
func condition(branch *ssa.If) token.Pos {
	for _, instr := range slices.Backward(branch.Block().Instrs) {
		if ref, ok := instr.(*ssa.DebugRef); ok && ref.X == branch.Cond {
			return ref.Expr.Pos()
		}
	}
	return branch.Cond.Pos()
}

// jumpAfter returns the jump that ends the only jumping branch of the if around
// a condition.
func jumpAfter(p *check.Pass, cond token.Pos) ast.Stmt {
	stmt, _ := source.Find[*ast.IfStmt](p, cond)
	if stmt == nil || cond < stmt.Cond.Pos() || cond > stmt.Cond.End() || stmt.Else != nil {
		return nil
	}
	if n := len(stmt.Body.List); n > 0 {
		switch last := stmt.Body.List[n-1].(type) {
		case *ast.BranchStmt:
			return last
		case *ast.ReturnStmt:
			return last
		}
	}
	return nil
}

// besideRelease returns the last statement of the branch of the if around a condition whose
// other branch has the release, if it continues after the if; nil if there is none.
//
//	if n < 1 {
//		small = true
//	} else {
//		fill()
//		mu.Unlock()
//	}
func besideRelease(p *check.Pass, cond, release token.Pos) ast.Stmt {
	stmt, _ := source.Find[*ast.IfStmt](p, cond)
	if stmt == nil || cond < stmt.Cond.Pos() || cond > stmt.Cond.End() {
		return nil
	}
	other, ok := stmt.Else.(*ast.BlockStmt)
	if !ok {
		return nil
	}
	in := func(b *ast.BlockStmt) bool {
		return slices.ContainsFunc(b.List, func(s ast.Stmt) bool { return holds(s, release) })
	}
	branch := stmt.Body
	if in(branch) {
		branch, other = other, branch
	}
	if !in(other) || len(branch.List) == 0 {
		return nil
	}
	last := branch.List[len(branch.List)-1]
	switch last := last.(type) {
	case *ast.AssignStmt, *ast.IncDecStmt:
		return last
	case *ast.ExprStmt:
		return last
	}
	return nil
}

// bareRelease returns the if around a condition that has the release, and no else, nil if there is none.
//
//	if f, err := os.Open(name); err == nil {
//		l.file = f
//		mu.Unlock()
//	}
func bareRelease(p *check.Pass, cond, release token.Pos) *ast.IfStmt {
	stmt, _ := source.Find[*ast.IfStmt](p, cond)
	if stmt == nil || cond < stmt.Cond.Pos() || cond > stmt.Cond.End() || stmt.Else != nil ||
		!slices.ContainsFunc(stmt.Body.List, func(s ast.Stmt) bool { return holds(s, release) }) {
		return nil
	}
	return stmt
}

// holds reports whether s is the statement at pos, and no other's part.
func holds(s ast.Stmt, pos token.Pos) bool {
	expr, ok := s.(*ast.ExprStmt)
	return ok && expr.Pos() <= pos && pos < expr.End()
}
