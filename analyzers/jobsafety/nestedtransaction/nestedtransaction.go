// Package nestedtransaction is the check jobsafety/nested-transaction: a transaction waits for the one around it.
package nestedtransaction

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed nestedtransaction.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of jobsafety.
var Check = &check.Check{
	Slug:       "nested-transaction",
	Title:      "transaction waits for the one around it",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Unfixable:  "the function that begins the inner transaction has to be passed the outer one",
	Run:        run,
}

// run reports
//
//	q.db.Update(func(tx *bolt.Tx) error {
//		id, err := q.nextID() // which calls q.db.Update
//
// of a database that has one writing transaction at a time: the inner one blocks until the outer one ends, which waits
// for it. Silent is what runs in a goroutine, on another database, or only reads.
func run(p *check.Pass) {
	for _, to := range calls.All(p.Pass) {
		outer, ok := catalog.OneWriter[to.Name]
		if !ok || p.Quiet(to.Expr.Pos()) {
			continue
		}
		db, path := holder(p.TypesInfo, to.Expr)
		for _, arg := range to.Expr.Args {
			lit, ok := ast.Unparen(arg).(*ast.FuncLit)
			if !ok || db == nil {
				continue
			}
			f := &finder{p: p, outer: to.Expr, reads: !outer.Writes, seen: make(map[*ast.FuncDecl]bool)}
			f.search(lit.Body, on{db, path}, nil)
		}
	}
}

// on is the database of a transaction: a variable, or the field of one at a path.
type on struct {
	root *types.Var
	path string
}

// holder returns what a transaction is begun on.
func holder(info *types.Info, call *ast.CallExpr) (*types.Var, string) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, ""
	}
	return callmatch.Path(info, sel.X)
}

// A finder looks for transactions in the code that one runs.
type finder struct {
	p     *check.Pass
	outer *ast.CallExpr
	reads bool // the outer transaction, which keeps the inner one from mapping a larger file
	seen  map[*ast.FuncDecl]bool
}

// search reports the transactions on a database that a body begins, itself or in functions of the package, where from
// is the call in the outer transaction that leads there.
func (f *finder) search(body *ast.BlockStmt, db on, from *ast.CallExpr) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			first := from
			if first == nil {
				first = n
			}
			begins := catalog.OneWriter[callmatch.CalleeName(f.p.TypesInfo, n)].Writes
			if root, path := holder(f.p.TypesInfo, n); begins && (on{root, path}) == db {
				f.report(first, n)
				return false
			}
			f.follow(n, db, first)
		}
		return true
	})
}

// follow searches a function of the package that is called with the database, or on what has it.
func (f *finder) follow(call *ast.CallExpr, db on, first *ast.CallExpr) {
	fn := callmatch.Callee(f.p.TypesInfo, call)
	if fn == nil || fn.Pkg() != f.p.Pkg {
		return
	}
	decl := astindex.Of(f.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil || f.seen[decl] {
		return
	}
	if inner, ok := passed(f.p.TypesInfo, call, fn.Origin().Signature(), db); ok {
		f.seen[decl] = true
		f.search(decl.Body, inner, first)
	}
}

func (f *finder) report(first, begin *ast.CallExpr) {
	if pos, ok := f.p.Wanted(first); ok {
		f.p.Safe(first, f.p.Source(first.Fun), verdict.Wanted, pos)
		return
	}
	finding := check.Finding{
		At: first,
		Message: fmt.Sprintf("%s never returns: it begins a transaction inside that of %s (line %d), and the database has one writer at a time",
			f.p.Source(first.Fun), f.p.Source(f.outer.Fun), f.p.Line(f.outer.Pos())),
		Trace: []check.Hop{{Pos: begin.Pos(), Message: "the inner transaction begins here"}},
	}
	if f.reads {
		finding.Message = fmt.Sprintf("%s may never return: it writes inside the transaction of %s (line %d), which reads, and blocks where the database has to map a larger file",
			f.p.Source(first.Fun), f.p.Source(f.outer.Fun), f.p.Line(f.outer.Pos()))
		finding.Doubts = append(finding.Doubts, check.Doubting(verdict.GrowsOnly, begin.Pos()))
	}
	f.p.Report(finding)
}
