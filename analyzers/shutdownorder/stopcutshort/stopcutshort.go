// Package stopcutshort is the check shutdownorder/stop-cut-short: the first error ends a stop before its other steps.
package stopcutshort

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed stopcutshort.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "stop-cut-short",
	Title:      "the first error ends a stop before its other steps",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *Store) Close() error {
//		if err := s.replica.Close(); err != nil {
//			return err
//		}
//		return s.wal.Sync() // does not run then
//	}
//
// Silent where the branch for the error ends something itself, and for errors that come from no step of
// the stop, such as a test of what is stopped already. Doubtful where what is skipped is not known to
// write or to release anything that outlives the process.
func run(p *check.Pass) {
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && fn.Recv != nil && fn.Body != nil && !p.Quiet(fn.Pos()) && stops(p, fn) {
				judge(p, fn)
			}
		}
	}
}

// stops reports whether a method ends its receiver, given at most a context, and returns no more than an
// error. CloseAccount and Stop(id) are operations of the service, which may have to end at the first error.
func stops(p *check.Pass, fn *ast.FuncDecl) bool {
	obj, ok := p.TypesInfo.Defs[fn.Name].(*types.Func)
	if !ok || !slices.Contains(catalog.StopMethods, obj.Name()) || obj.Signature().Results().Len() != 1 || !callmatch.CanFail(obj.Signature()) {
		return false
	}
	for v := range obj.Signature().Params().Variables() {
		if !ctxscope.IsContext(v.Type()) {
			return false
		}
	}
	return true
}

// judge reports the first step whose error skips others that are missed, else the first that skips any.
func judge(p *check.Pass, fn *ast.FuncDecl) {
	var found *cut
	list := fn.Body.List
	for i := range list {
		c := cutAt(p, list, i)
		if c != nil && (found == nil || found.missed == nil && c.missed != nil) {
			found = c
		}
	}
	if found == nil {
		return
	}
	lost, doubts := found.missed, []check.Doubt(nil)
	if lost == nil {
		lost = found.skipped
		doubts = append(doubts, check.Doubting(verdict.NothingWon, lost.Pos()))
	}
	p.Report(check.Finding{
		At: found.ret,
		Message: fmt.Sprintf("%s (%s) does not run when %s fails: %s returns the error before it",
			p.Name(lost.Fun), p.Where(lost.Pos(), found.ret.Pos()), p.Name(found.step.Fun), fn.Name.Name),
		Trace:  []check.Hop{{Pos: found.step.Pos(), Message: "fails here"}, {Pos: lost.Pos(), Message: "skipped then"}},
		Doubts: doubts,
		Fix:    fix(p, fn, found),
	})
}
