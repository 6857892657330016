package nilchan

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixNilChannel makes the channel: where the variable is declared, or in the one
// literal of the struct. A receive from what nothing sends on or closes would still block.
func fixNilChannel(p *check.Pass, op nilOp, v *types.Var) *edit.Fix {
	node := op.node
	e := p.Edit(node.Pos())
	if p.Fset.File(v.Pos()) != p.Fset.File(node.Pos()) || neverRaisedField(p, node, v) {
		return nil
	}
	cur, ok := ssainstr.CursorAt(p, v.Pos())
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.ValueSpec)(nil), (*ast.Field)(nil)) {
		switch decl := c.Node().(type) {
		case *ast.ValueSpec:
			gen, _ := c.Parent().Node().(*ast.GenDecl)
			if gen == nil || gen.Lparen.IsValid() || len(decl.Names) != 1 || len(decl.Values) > 0 {
				return nil
			}
			made := "make(" + p.Source(decl.Type) + buffer(op) + ")"
			if v.Parent() == p.Pkg.Scope() {
				e.Insert(decl.End(), " = "+made)
			} else {
				e.Replace(gen.Pos(), gen.End(), v.Name()+" := "+made)
			}
			return e.Fix("Make "+v.Name(), "")
		case *ast.Field:
			lit := onlyLiteral(p, v)
			if lit == nil || p.Fset.File(lit.Pos()) != p.Fset.File(node.Pos()) || !addElement(e, lit, v.Name()+": make("+p.Source(decl.Type)+")") {
				return nil
			}
			return e.Fix("Make "+v.Name()+" with the struct", "")
		}
	}
	return nil
}

// buffer returns the argument for a buffer where the one value that is sent may find no receiver
// any more, since those that are seen also wait for something else.
func buffer(op nilOp) string {
	c := op.class
	if c == nil || len(c.Sends) != 1 || ssaflow.Reaches(c.Sends[0].Instr.Block(), c.Sends[0].Instr.Block()) {
		return ""
	}
	guarded := func(r ssaflow.Op) bool { return r.Guarded }
	if len(c.Ranges) == 0 && (len(c.Receives) == 0 || slices.ContainsFunc(c.Receives, guarded)) {
		return ", 1"
	}
	return ""
}

// neverRaisedField reports whether node receives from a field that nothing sends on or
// closes.
func neverRaisedField(p *check.Pass, node ast.Node, v *types.Var) bool {
	_, sends := node.(*ast.SendStmt)
	class := ssaflow.Of(p.Pass).FieldClass(v)
	return !sends && v.IsField() && class != nil && len(class.Sends) == 0 && len(class.Closes) == 0
}

// onlyLiteral returns the one composite literal of the struct that has the field,
// nil if there are several.
func onlyLiteral(p *check.Pass, field *types.Var) *ast.CompositeLit {
	if list := literals(p, field); len(list) == 1 {
		return list[0]
	}
	return nil
}

// MadeWithOwner reports whether each composite literal of the struct that has the field sets it: then it is
// not nil when a method runs.
func MadeWithOwner(p *check.Pass, field *types.Var) bool {
	list := literals(p, field)
	return len(list) > 0 && !slices.ContainsFunc(list, func(lit *ast.CompositeLit) bool {
		keyed := len(lit.Elts) == 0
		for _, elt := range lit.Elts {
			_, isPair := elt.(*ast.KeyValueExpr)
			keyed = keyed || isPair
		}
		return keyed && astindex.LitField(lit, field.Name()) == nil
	})
}

// literals returns the composite literals of the struct that has the field.
func literals(p *check.Pass, field *types.Var) (list []*ast.CompositeLit) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit)
		if named := callmatch.Named(p.TypesInfo.TypeOf(lit)); named != nil && hasField(named.Origin(), field) {
			list = append(list, lit)
		}
	}
	return list
}

func hasField(t *types.Named, field *types.Var) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if f == field {
			return true
		}
	}
	return false
}

// addElement adds key: value to a literal, if it has keys, or nothing yet.
func addElement(e *edit.Builder, lit *ast.CompositeLit, element string) bool {
	if len(lit.Elts) == 0 {
		e.Insert(lit.Rbrace, element)
		return true
	}
	last := lit.Elts[len(lit.Elts)-1]
	if _, keyed := last.(*ast.KeyValueExpr); !keyed {
		return false
	}
	if e.SameLine(last.End(), lit.Rbrace) {
		e.Insert(last.End(), ", "+element)
	} else {
		e.After(last, element+",")
	}
	return true
}
