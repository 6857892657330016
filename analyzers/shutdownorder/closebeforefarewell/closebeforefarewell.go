// Package closebeforefarewell is the check shutdownorder/close-before-farewell: value is
// closed before the call that flushes, commits or deregisters it.
package closebeforefarewell

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

//go:embed closebeforefarewell.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "close-before-farewell",
	Title:      "value is closed before the call that flushes, commits or deregisters it",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports, since the call that is deferred last runs first,
//
//	defer w.Flush()
//	defer f.Close() // runs first
//
// where w writes to f, or both are the same, and the same order of plain statements, also of
// fields where a method of their owner flushes. Calls
// below a condition need not run, and are safe, as are those of a variable that is assigned
// between the two.
func run(p *check.Pass) {
	fields := wrappedFields(p)
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		if list := astindex.Stmts(cur.Node()); len(list) > 1 && !p.Quiet(cur.Node().Pos()) {
			checkList(p, cur, list, fields)
		}
	}
}

// An ending is a call of a method without which, or after which, an object is no longer
// complete.
type ending struct {
	call   *ast.CallExpr
	name   string
	on     *types.Var
	owner  *types.Var // of a method of a field, what the field is of
	stmt   ast.Stmt   // of the list
	within bool       // in a deferred literal
}

// checkList puts the endings of a list into the order in which they run.
func checkList(p *check.Pass, cur inspector.Cursor, list []ast.Stmt, fields map[*types.Var]*types.Var) {
	var plain, deferred []ending
	for _, stmt := range list {
		d, ok := stmt.(*ast.DeferStmt)
		if !ok {
			plain = append(plain, endingsOf(p, stmt, callOf(stmt))...)
			plain = append(plain, endingsIn(p, stmt, fields)...)
			continue
		}
		found := endingsOf(p, stmt, d.Call)
		if lit, ok := ast.Unparen(d.Call.Fun).(*ast.FuncLit); ok {
			for _, inner := range lit.Body.List {
				for _, e := range endingsOf(p, stmt, callOf(inner)) {
					e.within = true
					found = append(found, e)
				}
			}
		}
		deferred = append(found, deferred...)
	}
	order := append(plain, deferred...)
	wraps := wrapped(p, list)
	maps.Copy(wraps, fields)
	for i, end := range order {
		if !catalog.FarewellEnds[end.name] {
			continue
		}
		for _, farewell := range order[i+1:] {
			if follows(farewell, end, wraps) && !said(order[:i], farewell) && !reassigned(p, cur, end, farewell) {
				report(p, list, end, farewell)
				break
			}
		}
	}
}

// said reports whether the object of a Close is closed before, so that the later call only repeats it. A Flush
// before says nothing of what is written afterwards.
func said(before []ending, farewell ending) bool {
	return farewell.name == "Close" && slices.ContainsFunc(before, func(e ending) bool { return e.name == farewell.name && e.on == farewell.on && e.on != nil })
}

// callOf returns the call that a statement makes in any case, nil if there is none.
func callOf(stmt ast.Stmt) *ast.CallExpr {
	var expr ast.Expr
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		expr = stmt.X
	case *ast.AssignStmt:
		if len(stmt.Rhs) == 1 {
			expr = stmt.Rhs[0]
		}
	case *ast.ReturnStmt:
		if len(stmt.Results) == 1 {
			expr = stmt.Results[0]
		}
	case *ast.IfStmt:
		if stmt.Init != nil {
			return callOf(stmt.Init)
		}
	case *ast.DeclStmt:
		if spec := valueSpec(stmt); spec != nil && len(spec.Values) == 1 {
			expr = spec.Values[0]
		}
	}
	if expr == nil {
		return nil
	}
	call, _ := ast.Unparen(expr).(*ast.CallExpr)
	return call
}

func report(p *check.Pass, list []ast.Stmt, end, farewell ending) {
	deferred := ""
	if _, ok := end.stmt.(*ast.DeferStmt); ok && !end.within {
		deferred = "deferred "
	}
	p.Report(check.Finding{
		At: end.call,
		Message: fmt.Sprintf("%s fails, and what it would write or report is lost: %s%s runs before %s (line %d)",
			p.Source(farewell.call.Fun), deferred, p.Source(end.call.Fun), p.Source(farewell.call.Fun), p.Line(farewell.call.Pos())),
		Trace: []check.Hop{{Pos: farewell.call.Pos(), Message: "runs later, when it is closed"}},
		Fix:   fix(p, list, end, farewell),
	})
}
