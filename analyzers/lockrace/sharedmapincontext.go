package lockrace

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

var sharedMapInContext = &check.Check{
	Slug:       "shared-map-in-context",
	Title:      "map taken out of a context is written",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Run:        runSharedMapInContext,
}

// runSharedMapInContext reports
//
//	keys, _ := ctx.Value(heldKey{}).(map[string]bool)
//	keys[name] = true // everybody who has ctx has this map
//	return context.WithValue(ctx, heldKey{}, keys)
//
// Silent when the map was copied before, when a lock is held, and when the map
// comes from a function of another package.
func runSharedMapInContext(p *check.Pass) {
	if !usesValue(p) {
		return
	}
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		if p.Quiet(fn.Pos()) {
			continue
		}
		reported := make(map[ssa.Value]bool)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				m := writtenMap(instr)
				if m == nil || reported[m] || locked(p, instr) {
					continue
				}
				if from := outOfContext(m, 8); from != nil {
					reported[m] = true
					reportSharedMap(p, instr, from)
				}
			}
		}
	}
}

// usesValue is the early out: whether anything here calls Context.Value.
func usesValue(p *check.Pass) bool {
	for id, obj := range p.TypesInfo.Uses {
		if id.Name == "Value" && obj.Pkg() != nil && obj.Pkg().Path() == "context" {
			return true
		}
	}
	return false
}

// writtenMap returns the map that an instruction writes, or nil.
func writtenMap(instr ssa.Instruction) ssa.Value {
	switch instr := instr.(type) {
	case *ssa.MapUpdate:
		return instr.Map
	case *ssa.Call:
		if b, ok := instr.Call.Value.(*ssa.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear") {
			return instr.Call.Args[0]
		}
	}
	return nil
}

// outOfContext returns the call of Context.Value that m may come from.
func outOfContext(m ssa.Value, depth int) *ssa.Call {
	if depth == 0 {
		return nil
	}
	switch m := m.(type) {
	case *ssa.TypeAssert:
		return outOfContext(m.X, depth-1)
	case *ssa.Extract:
		return outOfContext(m.Tuple, depth-1)
	case *ssa.ChangeType:
		return outOfContext(m.X, depth-1)
	case *ssa.Phi:
		for _, e := range m.Edges {
			if from := outOfContext(e, depth-1); from != nil {
				return from
			}
		}
	case *ssa.Call:
		if m.Call.IsInvoke() && callmatch.Name(m.Call.Method) == "(context.Context).Value" {
			return m
		}
		return getter(m, depth-1)
	}
	return nil
}

// getter looks into a function of this package that returns a map out of a
// context.
func getter(call *ssa.Call, depth int) *ssa.Call {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg != call.Parent().Pkg {
		return nil
	}
	for _, b := range callee.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if from := outOfContext(ret.Results[0], depth); from != nil {
			return from
		}
	}
	return nil
}

// locked reports whether a lock may be held at an instruction.
func locked(p *check.Pass, instr ssa.Instruction) bool {
	model := locks.Of(p.Pass)
	return model != nil && model.MayHold(instr)
}

func reportSharedMap(p *check.Pass, instr ssa.Instruction, from *ssa.Call) {
	expr := mapExpr(p, instr.Pos())
	if expr == nil {
		return
	}
	p.Report(check.Finding{
		At: expr,
		Message: fmt.Sprintf("%s is written, but it is the map that ctx.Value returned on line %d: everybody with the context reads or writes it at the same time",
			p.Source(expr), p.Line(from.Pos())),
		Trace: []check.Hop{{Pos: from.Pos(), Message: "taken out of the context here"}},
		Fix:   fixSharedMap(p, instr, expr),
	})
}

// mapExpr returns the map in the assignment, delete or clear at pos.
func mapExpr(p *check.Pass, pos token.Pos) ast.Expr {
	stmt, _ := statement(p, pos)
	var found ast.Expr
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if found == nil && n.Lbrack == pos {
				found = n.X
			}
		case *ast.CallExpr:
			if found == nil && n.Lparen == pos && len(n.Args) > 0 {
				found = n.Args[0]
			}
		}
		return found == nil
	})
	return found
}

// fixSharedMap copies the map before it is written.
func fixSharedMap(p *check.Pass, instr ssa.Instruction, expr ast.Expr) *edit.Fix {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	stmt, _ := statement(p, instr.Pos())
	if !ok || stmt == nil || !goversion.AtLeast(p.Version(expr.Pos()), "go1.21") {
		return nil
	}
	e := p.Edit(expr.Pos())
	clone := e.Import(expr.Pos(), "maps", "maps") + ".Clone(" + id.Name + ")"
	e.Before(stmt, id.Name+" = "+clone)
	changes := ""
	if !passedOn(p, instr, expr.End()) {
		changes = "others who have the context no longer see the write"
	}
	return e.Fix("Write to "+clone, changes)
}

// passedOn reports whether the function stores something in a context after the
// write.
func passedOn(p *check.Pass, instr ssa.Instruction, after token.Pos) bool {
	found := false
	ast.Inspect(instr.Parent().Syntax(), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && call.Pos() > after && callmatch.CalleeName(p.TypesInfo, call) == "context.WithValue"
		return !found
	})
	return found
}
