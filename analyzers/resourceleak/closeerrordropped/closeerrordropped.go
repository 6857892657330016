// Package closeerrordropped is the check resourceleak/close-error-dropped: error of closing a written file
// is dropped, and the file put in place.
package closeerrordropped

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	droppedcall "github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/dropped"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed closeerrordropped.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "close-error-dropped",
	Title:      "error of closing a written file is dropped, and the file put in place",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Imports:    []string{"os"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	f, err := os.CreateTemp(dir, "state-*")
//	…
//	f.Close() // may be the first call that fails
//	return os.Rename(f.Name(), path)
//
// and the same of a writer around the file that writes out the rest when it is closed; what [deferred] closes
// after the rename; and the writer of a file that is not renamed, see [success]; and a writer in a field, see [owned]. Silent on the paths of failures.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		owned(p, cur, to.Expr)
		v := closed(p, to.Expr)
		if v == nil || p.Quiet(to.Expr.Pos()) {
			continue
		}
		d, ok := drop(cur, to.Expr, v)
		if !ok || isDeferred(cur) && deferred(p, cur, d.call, v) {
			continue
		}
		if d.later {
			success(p, d)
			continue
		}
		if !written(p, d.fn, v) {
			continue
		}
		if rename := renamedAfter(p, cur.Parent(), names(p, d.fn, v)); rename != nil {
			report(p, d.fn, d.call, cur.Parent().Node().(ast.Stmt), rename)
		} else {
			success(p, d)
		}
	}
}

// dropped is a call of Close whose error is dropped.
type dropped struct {
	cur   inspector.Cursor
	call  *ast.CallExpr
	fn    inspector.Cursor // the function that makes the call, or defers it
	v     *types.Var
	later bool // by a deferred call, or in a deferred literal
}

func drop(cur inspector.Cursor, call *ast.CallExpr, v *types.Var) (d dropped, ok bool) {
	d = dropped{cur: cur, call: call, v: v, later: isDeferred(cur)}
	if d.fn, ok = astindex.FuncAround(cur); !ok || !d.later && dropping(cur) == nil {
		return d, false
	}
	if _, literal := d.fn.Node().(*ast.FuncLit); literal && !d.later && isDeferred(d.fn.Parent()) {
		d.later = true
		d.fn, ok = astindex.FuncAround(d.fn.Parent())
	}
	return d, ok
}

// closed returns the variable of a file, or of a writer around one, that a call closes.
func closed(p *check.Pass, call *ast.CallExpr) *types.Var {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Close" || len(call.Args) > 0 {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok || !catalog.ClosesWriting[callmatch.TypeName(callmatch.Deref(p.TypesInfo.TypeOf(sel.X)))] {
		return nil
	}
	v, _ := p.TypesInfo.Uses[id].(*types.Var)
	return v
}

// dropping returns the statement that drops the result of a call, nil if something gets it, or a deferred
// call makes it.
func dropping(cur inspector.Cursor) ast.Stmt {
	if isDeferred(cur) {
		return nil
	}
	stmt, _ := droppedcall.Statement(cur)
	return stmt
}

func report(p *check.Pass, fn inspector.Cursor, call *ast.CallExpr, stmt ast.Stmt, rename *ast.CallExpr) {
	var doubts []check.Doubt
	if _, blank := stmt.(*ast.AssignStmt); blank {
		doubts = append(doubts, check.Doubting(verdict.BlankError, stmt.Pos()))
	}
	p.Report(check.Finding{
		At: call,
		Message: fmt.Sprintf("a file whose last data could not be written is put in place: the error of %s is dropped before %s (%s)",
			p.Name(call.Fun), p.Name(rename.Fun), p.Where(rename.Pos(), call.Pos())),
		Trace:  []check.Hop{{Pos: rename.Pos(), Message: "put in place here"}},
		Doubts: doubts,
		Fix:    fix(p, fn, call, stmt, rename),
	})
}
