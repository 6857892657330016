package guardedmapreturned

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fix returns a copy. There is none for a lookup that also says whether the element is there, and none where
// the lock is not held: the copy would race as well.
func fix(p *check.Pass, r *atomicity.Returned, expr ast.Expr) *edit.Fix {
	if r.CommaOk() || r.Unlocked() || !goversion.AtLeast(p.Version(expr.Pos()), "go1.21") {
		return nil
	}
	pkg := "slices"
	if isMap(p, expr) {
		pkg = "maps"
	}
	e := p.Edit(expr.Pos())
	clone := e.Import(expr.Pos(), pkg, pkg) + ".Clone(" + p.Source(expr) + ")"
	e.Replace(expr.Pos(), expr.End(), clone)
	return e.Fix("Return "+clone, "callers get a copy")
}
