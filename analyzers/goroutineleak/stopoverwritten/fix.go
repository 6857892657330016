package stopoverwritten

import (
	"go/ast"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix ends the goroutine of before. A channel may be closed already.
//
//	if s.cancel != nil {
//		s.cancel()
//	}
func fix(p *check.Pass, s setting, assign *ast.AssignStmt, target ast.Expr) *edit.Fix {
	if s.channel() || !inList(p, assign) {
		return nil
	}
	e, name := p.Edit(assign.Pos()), p.Source(target)
	end := name + "()"
	if s.fact != nil && !s.fact.Cleanup {
		end = name + "." + s.fact.Methods[0] + "()"
	}
	e.Before(assign, "if "+name+" != nil {", "\t"+end, "}")
	return e.Fix("Stop the goroutine of before with "+end, "the goroutine that runs until then ends")
}
