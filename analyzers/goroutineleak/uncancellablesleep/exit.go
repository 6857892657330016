package uncancellablesleep

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/obligation"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/stopsignal"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// exitOf returns how the loops around cur are left for sig: as they leave for it elsewhere
// (by themselves, if more happens there than leaving), else by returning the error, else by
// ending the function or the loop, if nothing else is possible, else by running the
// remaining iterations.
func exitOf(p *check.Pass, cur inspector.Cursor, loops []inspector.Cursor, sig *stopsignal.Signal) (exitstmt.Exit, bool) {
	if sig.Leave != nil && means(p, sig.Leave, cur.Node().Pos()) {
		return exitstmt.Exit{Text: p.Source(sig.Leave), Obligations: obligation.UnusedCancels(p, cur)}, true
	}
	if sig.Handled || sig.Leaves && sig.Leave == nil {
		return exitstmt.Exit{}, !spins(p, loops, sig)
	}
	fn, _ := syntax.Enclosing(p, cur)
	results := syntax.FuncType(fn).Results
	if sig.Ctx && exitstmt.ReturnsError(p.TypesInfo, results) {
		return exitstmt.Exit{Text: "return " + exitstmt.Others(p, results, cur.Node().Pos()) + exitstmt.AnError, Obligations: obligation.Of(p, cur)}, true
	}
	outer := loops[len(loops)-1]
	body := astindex.FuncBody(fn)
	last := body.List[len(body.List)-1] == outer.Node()
	if last && results == nil {
		return exitstmt.Exit{Text: "return", Obligations: obligation.Of(p, cur)}, !tellsBeforeReturn(p, fn)
	}
	if sig.Leaves {
		return exitstmt.Exit{}, !spins(p, loops, sig)
	}
	if !sig.Ctx || len(loops) > 1 || last || endless(outer.Node()) || breakTarget(cur) != outer.Node() {
		return exitstmt.Exit{}, false
	}
	if exitstmt.OnlyReturnsFollow(outer) || countsRounds(p, outer.Node()) && !leavesTraces(p, fn, outer.Node()) {
		return exitstmt.Exit{Text: "break"}, true
	}
	return exitstmt.Exit{}, counts(p, outer.Node()) // what follows depends on the last iteration
}

// means reports whether stmt, a return or a labelled jump, does the same at pos
// as where it stands: it names nothing that is not visible there.
func means(p *check.Pass, stmt ast.Stmt, pos token.Pos) bool {
	switch stmt := stmt.(type) {
	case *ast.BranchStmt:
		return stmt.Label != nil
	case *ast.ReturnStmt:
		same := true
		ast.Inspect(stmt, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() && !syntax.VisibleAt(p, v, pos) {
					same = false
				}
			}
			return same
		})
		return same
	}
	return false
}
