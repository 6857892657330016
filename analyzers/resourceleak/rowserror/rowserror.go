// Package rowserror is the check resourceleak/rows-error: error that ends the rows of a query is
// not asked for.
package rowserror

import (
	"embed"
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed rowserror.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "rows-error",
	Title:      "error that ends the rows of a query is not asked for",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	for rows.Next() {
//		…
//	}
//	return list, nil // and no rows.Err()
//
// Safe are rows whose error is asked for anywhere, those that are returned, kept or passed to a function
// that may ask, and those that are passed in by a caller.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var open []inspector.Cursor
	handled := false
	for cur := range in.Root().Preorder((*ast.ForStmt)(nil)) {
		loop := cur.Node().(*ast.ForStmt)
		rows := rowsOf(p, loop)
		if rows == nil || p.Quiet(loop.Pos()) {
			continue
		}
		if at := asked(p, in, cur, rows); at != nil {
			handled = true
			p.Safe(loop.Cond, rows.Name(), verdict.Handled, at.Pos())
			continue
		}
		open = append(open, cur)
	}
	for _, cur := range open {
		report(p, cur, len(open) > fewLoops && !handled)
	}
}

// fewLoops is how many loops of a package may ask for no error by mistake, where none asks.
const fewLoops = 3

func report(p *check.Pass, cur inspector.Cursor, never bool) {
	loop := cur.Node().(*ast.ForStmt)
	rows := rowsOf(p, loop)
	f := check.Finding{
		At: loop.Cond,
		Message: fmt.Sprintf("result may be incomplete without an error: %[1]s.Next also returns false when the connection fails or the context ends, and nothing asks %[1]s.Err",
			rows.Name()),
		Fix: fix(p, cur, rows),
	}
	if never {
		f.Doubts = []check.Doubt{check.Doubting(verdict.NeverAsked, loop.Pos())}
	}
	p.Report(f)
}
