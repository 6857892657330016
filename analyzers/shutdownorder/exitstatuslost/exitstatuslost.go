// Package exitstatuslost is the check shutdownorder/exit-status-lost: program that has failed exits with
// status 0.
package exitstatuslost

import (
	"embed"
	"fmt"
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/logging"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed exitstatuslost.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "exit-status-lost",
	Title:      "program that has failed exits with status 0",
	Severity:   check.Medium,
	Confidence: check.Doubtful,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// maxCalls is how many functions may be between main and the end that it calls as its last statement.
const maxCalls = 2

// run reports
//
//	func main() {
//		if err := run(); err != nil {
//			log.Println(err)
//		}
//	}
//
// the same with a return in the middle of main, log.Println(run()), and these in a function
// that main calls last. Silent where anything else than logging is done about the error, where
// a deferred call exits, and for the errors of what closes or stops something. Doubtful where
// the program shuts a server down, and the error is that of serving.
func run(p *check.Pass) {
	main := syntax.IndexDecl(p, syntax.MainFunc(p))
	if main == nil || main.Body == nil || p.Quiet(main.Pos()) {
		return
	}
	below := false // a function that defers calls
	for decl, depth := main, maxCalls; decl != nil && depth >= 0; depth-- {
		if exitsDeferred(p, decl.Body) {
			return
		}
		var late []*loss // behind a defer
		for i := range decl.Body.List {
			l := lossAt(p, decl.Body.List, i)
			switch {
			case l == nil || !counts(p, l):
			case below:
				report(p, l, nil, nil)
			case firstDefer(decl.Body) < l.at.Pos():
				late = append(late, l)
			default:
				report(p, l, nil, fixExit(p, l))
			}
		}
		if len(late) > 0 {
			report(p, late[0], late[1:], fixFlag(p, decl, late))
		}
		below = below || firstDefer(decl.Body) < decl.End()
		decl = calledLast(p, decl.Body.List)
	}
}

// A loss is an error that ends the program and is only logged.
type loss struct {
	failed *ast.CallExpr // gave the error
	at     *ast.CallExpr // logs it
	last   ast.Stmt      // of what is done about it
}

// lossAt returns the error that the i-th statement of a function tells of before the function
// returns, nil if there is none.
func lossAt(p *check.Pass, list []ast.Stmt, i int) *loss {
	final := onlyTells(p, list[i+1:])
	switch stmt := list[i].(type) {
	case *ast.IfStmt:
		body := stmt.Body.List
		if len(body) == 0 || testedError(p, stmt.Cond) == nil || !onlyTells(p, body) {
			return nil
		}
		_, returns := body[len(body)-1].(*ast.ReturnStmt)
		failed := failure(p, list[:i], stmt)
		at := logging.Call(p, body[0])
		if failed == nil || at == nil || !returns && !final {
			return nil
		}
		return &loss{failed, at, body[len(body)-1]}
	case *ast.ExprStmt:
		if at := logging.Call(p, stmt); at != nil && final {
			if failed := argument(p, at); failed != nil {
				return &loss{failed, at, stmt}
			}
		}
	}
	return nil
}

// counts reports whether an error is that of work, and dropped without a reason.
func counts(p *check.Pass, l *loss) bool {
	if fn := callmatch.Callee(p.TypesInfo, l.failed); fn == nil || catalog.EndsByName(fn.Name()) {
		return false
	}
	at, wanted := p.Wanted(l.at)
	if wanted {
		p.Safe(l.at, p.Name(l.failed.Fun), verdict.Wanted, at)
	}
	return !wanted
}

// report reports a loss, with others of its function that one fix repairs together.
func report(p *check.Pass, l *loss, others []*loss, fix *edit.Fix) {
	f := check.Finding{
		At: l.at,
		Message: fmt.Sprintf("failure is taken for success: the program exits with status 0 after %s (line %d) has failed, since the error is only logged",
			p.Name(l.failed.Fun), p.Line(l.failed.Pos())),
		Trace: []check.Hop{{Pos: l.failed.Pos(), Message: "fails here"}},
		Fix:   fix,
	}
	if serves(p, l.failed) && shutsDown(p) {
		f.Doubts = append(f.Doubts, check.Doubting(verdict.OrderlyEnd, l.failed.Pos()))
	}
	for _, other := range others {
		f.Trace = append(f.Trace, check.Hop{Pos: other.at.Pos(), Message: "this error is only logged, too"})
	}
	p.Report(f)
}
