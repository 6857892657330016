package capturedvariable

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/races/captured"
)

// An owner is a goroutine's literal that assigns to a captured variable before it reads it, and
// whose value no other code reads: it can have a variable of its own.
//
//	var err error
//	go func() {
//		if _, err = client.Do(req); err != nil {
type owner struct {
	p    *check.Pass
	v    *types.Var
	lit  *ast.FuncLit
	uses []*ast.Ident
}

// ownVariable declares the variable in the goroutine, and takes a declaration away that nothing
// uses any more.
func ownVariable(p *check.Pass, c *captured.Race) *edit.Fix {
	id, _ := source.NameAt(p, c.Var).(*ast.Ident)
	if id == nil || !c.Write {
		return nil
	}
	v, _ := p.TypesInfo.Defs[id].(*types.Var)
	o := owner{p: p, v: v, lit: literalAround(p, c.Pos, id.Pos())}
	if v == nil || v.Kind() != types.LocalVar || o.lit == nil {
		return nil
	}
	o.uses = slices.Clone(astindex.Of(p.Pass).Uses[v])
	slices.SortFunc(o.uses, func(x, y *ast.Ident) int { return int(x.Pos() - y.Pos()) })
	declare := o.declares()
	if len(declare) == 0 || !o.unreadElsewhere() {
		return nil
	}
	e := p.Edit(c.Pos)
	for _, assign := range declare {
		e.Replace(assign.TokPos, assign.TokPos+1, ":=")
	}
	if used, read := o.used(); used && !read || !used && !dropDeclaration(p, e, id) {
		return nil
	}
	where := " in the goroutine"
	if c.Served {
		where = " in the handler"
	}
	return e.Fix("Declare "+v.Name()+where, "")
}

// literalAround returns the outermost literal around pos that does not contain the declaration.
func literalAround(p *check.Pass, pos, declared token.Pos) *ast.FuncLit {
	var found *ast.FuncLit
	for _, n := range source.PathTo(p, pos) {
		if lit, ok := n.(*ast.FuncLit); ok && (declared < lit.Pos() || declared >= lit.End()) {
			found = lit
		}
	}
	return found
}

func (o *owner) inside(id *ast.Ident) bool { return o.lit.Pos() <= id.Pos() && id.Pos() < o.lit.End() }

// declares returns the assignments of the literal that can declare the variable, nil where one of its
// uses would not be of that.
func (o *owner) declares() (list []*ast.AssignStmt) {
	end := token.NoPos
	for _, id := range o.uses {
		if !o.inside(id) || id.Pos() < end {
			continue
		}
		assign, scope := o.setAt(id)
		if assign == nil || !o.onlyVariable(assign) || !o.readIn(scope) {
			return nil
		}
		list, end = append(list, assign), scope.End()
	}
	return list
}

// setAt returns the assignment of which id is on the left side, and the code that would be the scope of a
// declaration there.
func (o *owner) setAt(id *ast.Ident) (*ast.AssignStmt, ast.Node) {
	path := source.PathTo(o.p, id.Pos())
	if len(path) < 3 {
		return nil, nil
	}
	assign, ok := path[1].(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || !slices.Contains(assign.Lhs, ast.Expr(id)) || o.reads(assign.Rhs) {
		return nil, nil
	}
	switch scope := path[2].(type) {
	case *ast.BlockStmt, *ast.CaseClause:
		return assign, scope
	case *ast.IfStmt:
		if scope.Init == assign {
			return assign, scope
		}
	}
	return nil, nil
}

// onlyVariable reports whether an assignment sets the variable and nothing else.
func (o *owner) onlyVariable(assign *ast.AssignStmt) bool {
	return !slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool {
		id, ok := lhs.(*ast.Ident)
		return !ok || id.Name != "_" && o.p.TypesInfo.Uses[id] != o.v
	})
}

// readIn reports whether code reads the variable: what is only assigned in the goroutine is meant for
// others, or for none.
func (o *owner) readIn(code ast.Node) bool {
	return slices.ContainsFunc(o.uses, func(id *ast.Ident) bool {
		assign, _ := o.setAt(id)
		return assign == nil && code.Pos() <= id.Pos() && id.Pos() < code.End()
	})
}

// reads reports whether expressions use the variable.
func (o *owner) reads(exprs []ast.Expr) bool {
	return slices.ContainsFunc(o.uses, func(id *ast.Ident) bool {
		return slices.ContainsFunc(exprs, func(x ast.Expr) bool { return x.Pos() <= id.Pos() && id.Pos() < x.End() })
	})
}

// unreadElsewhere reports whether no code outside of the literal reads what that assigns: it comes
// before the goroutine, or after an assignment of its own.
func (o *owner) unreadElsewhere() bool {
	end, repeated := token.NoPos, o.loop()
	for _, id := range o.uses {
		if o.inside(id) {
			continue
		}
		if literalAround(o.p, id.Pos(), o.v.Pos()) != nil {
			return false // which may run at any time
		}
		if id.Pos() < end || id.Pos() < o.lit.Pos() && (repeated == nil || id.Pos() < repeated.Pos()) {
			continue
		}
		assign, scope := o.setAt(id)
		if assign == nil {
			return false
		}
		if end = scope.End(); id.Pos() < o.lit.Pos() {
			end = min(end, o.lit.Pos())
		}
	}
	return true
}

// loop returns the outermost loop around the literal in which the variable is not declared.
func (o *owner) loop() (found ast.Node) {
	for _, n := range source.PathTo(o.p, o.lit.Pos()) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if o.v.Pos() < n.Pos() {
				found = n
			}
		}
	}
	return found
}

// used reports whether code outside of the literal uses the variable, and reads whether it is read
// there, without which it may not be declared.
func (o *owner) used() (used, read bool) {
	for _, id := range o.uses {
		if !o.inside(id) {
			assign, _ := o.setAt(id)
			used, read = true, read || assign == nil
		}
	}
	return used, read
}

// dropDeclaration deletes the line that declares a variable alone and without a value.
func dropDeclaration(p *check.Pass, e *edit.Builder, id *ast.Ident) bool {
	path := source.PathTo(p, id.Pos())
	if len(path) < 4 {
		return false
	}
	spec, ok := path[1].(*ast.ValueSpec)
	if !ok || len(spec.Names) > 1 || len(spec.Values) > 0 {
		return false
	}
	if decl := path[2].(*ast.GenDecl); len(decl.Specs) > 1 {
		e.DeleteLines(spec)
		return true
	}
	e.DeleteLines(path[3])
	return true
}
