package retainedbuffer

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// fix copies the values that the statement of the finding retains, each where the library returns it.
func fix(p *check.Pass, b *buffer, k *retention) *edit.Fix {
	if b.call == nil || !goversion.AtLeast(p.Version(k.instr.Pos()), "go1.20") {
		return nil
	}
	e := p.Edit(k.instr.Pos())
	copied := false
	for other := range buffers(p, b.call.Parent()) {
		if other.call == nil {
			continue
		}
		again := other.retained(follow(other.call.Parent(), other.value))
		call := source.CallExpr(p, other.call)
		if again == nil || again.instr != k.instr || call == nil {
			continue
		}
		clone := cloneOf(e, call, other.value)
		if clone == "" {
			return nil
		}
		e.Insert(call.Pos(), clone+"(")
		e.Insert(call.End(), ")")
		copied = true
	}
	if !copied {
		return nil
	}
	return e.Fix("Copy what is retained", "")
}

// cloneOf returns the function that copies the result of a call, "" if the call has other results as well.
func cloneOf(e *edit.Builder, call *ast.CallExpr, v ssa.Value) string {
	if _, single := v.(*ssa.Call); !single {
		return ""
	}
	if basic, ok := v.Type().Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
		return e.Import(call.Pos(), "strings", "strings") + ".Clone"
	}
	return e.Import(call.Pos(), "bytes", "bytes") + ".Clone"
}
