package failedconstructor

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix ends what was opened before each return that fails. A goroutine of the receiver has
// none: its Stop may use what Start has not made yet.
func (c *constructor) fix(o *opened, f *failure, all []*ast.ReturnStmt) *edit.Fix {
	if o.ends == "" || o.kind == goroutine && o.v == nil || c.inLoop(o) {
		return nil
	}
	e := c.p.Edit(all[0].Pos())
	for _, ret := range all {
		if o.v != nil && !syntax.VisibleAt(c.p, o.v, ret.Pos()) {
			return nil
		}
		e.Before(ret, o.name+"."+o.ends+"()")
	}
	if len(all) > 1 {
		return e.Fix("Call "+o.name+"."+o.ends+" before each return that fails", "")
	}
	return e.Fix("Call "+o.name+"."+o.ends+" before the return", "")
}

// inLoop reports whether o is opened in a loop: then there may be several.
func (c *constructor) inLoop(o *opened) bool {
	found := false
	inOwn(c.body, func(n ast.Node) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			found = found || n.Pos() < o.stmt.Pos() && o.stmt.End() < n.End()
		}
	})
	return found
}
