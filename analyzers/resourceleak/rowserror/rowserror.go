// Package rowserror is the check resourceleak/rows-error: error that ends the rows of a query is
// not asked for.
package rowserror

import (
	"embed"
	"fmt"
	"slices"

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
// and the same where Next says whether there is a row. Safe are rows whose error is asked for anywhere,
// those that are returned, kept or passed to a function that may ask, and those that a caller passes in
// who asks, or is not known.
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var open []*reading
	handled := false
	for _, r := range readings(p, in) {
		switch at, known := asked(p, in, r); {
		case at != nil:
			handled = true
			p.Safe(r.at, r.rows.Name(), verdict.Handled, at.Pos())
		case known:
			open = append(open, r)
		}
	}
	for i, r := range open {
		alike := slices.DeleteFunc(slices.Clone(open), func(other *reading) bool { return other.loop != r.loop })
		if handled || len(alike) <= few {
			report(p, r)
		} else {
			reportNever(p, r, alike, !slices.ContainsFunc(open[:i], func(other *reading) bool { return other.loop == r.loop }))
		}
	}
}

// few is how many loops of a package, or single rows, may ask for no error by mistake, where none asks.
const few = 3

// reportNever reports rows of a package that asks for the error of none: the first ones with the others as their trace,
// and the others with a doubt.
func reportNever(p *check.Pass, r *reading, alike []*reading, first bool) {
	if !first {
		report(p, r, check.Doubting(verdict.NeverAsked, r.at.Pos()))
		return
	}
	var others []check.Hop
	for _, other := range alike[1:] {
		others = append(others, check.Hop{Pos: other.at.Pos(), Message: "nor here"})
	}
	p.Report(finding(p, r, others...))
}

func report(p *check.Pass, r *reading, doubts ...check.Doubt) {
	f := finding(p, r)
	f.Doubts = doubts
	p.Report(f)
}

func finding(p *check.Pass, r *reading, trace ...check.Hop) check.Finding {
	loss := "result may be incomplete without an error"
	if !r.loop {
		loss = "a query that fails looks like one without a row"
	}
	return check.Finding{
		At: r.at,
		Message: fmt.Sprintf("%[1]s: %[2]s.Next also returns false when the connection fails or the context ends, and nothing asks %[2]s.Err",
			loss, r.rows.Name()),
		Trace: trace,
		Fix:   fix(p, r),
	}
}
