package httptimeout

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A callLimit is how long a call may take, its answer included.
type callLimit struct{ unit, text string }

var (
	usual    = callLimit{"Second", "10s"}
	download = callLimit{"Minute", "10m"}
)

// expr returns the limit in Go.
func (l callLimit) expr(e *edit.Builder, at ast.Node) string {
	return "10 * " + e.Import(at.Pos(), "time", "time") + "." + l.unit
}

func (l callLimit) changes() string {
	return "a call that takes longer than " + l.text + ", the reading of the answer included, now fails"
}

// limitOf returns the limit that fits a call: a download takes its time.
func limitOf(p *check.Pass, in *inspector.Inspector, call *ast.CallExpr) callLimit {
	cur, ok := astindex.Find(in, call)
	if !ok {
		return usual
	}
	for c := range readers(p.TypesInfo, cur) {
		copied := c.Node().(*ast.CallExpr)
		if catalog.Copies[callmatch.CalleeName(p.TypesInfo, copied)] && !inMemory(p, copied.Args[0]) {
			return download
		}
	}
	return usual
}

// inMemory reports whether a copy goes into a buffer, a digest or nowhere: that is
// no more than reading it.
func inMemory(p *check.Pass, dst ast.Expr) bool {
	if sel, ok := ast.Unparen(dst).(*ast.SelectorExpr); ok {
		v := p.TypesInfo.Uses[sel.Sel]
		if v != nil && v.Pkg() != nil && catalog.InMemoryWriters[v.Pkg().Path()+"."+v.Name()] {
			return true
		}
	}
	return catalog.InMemoryWriters[callmatch.TypeName(p.TypesInfo.TypeOf(dst))]
}
