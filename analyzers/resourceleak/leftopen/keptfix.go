package leftopen

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fix closes what the field has where it is set to nil, or in the method that ends the owner.
func (k *keeping) fix(p *check.Pass, dropped token.Pos) *edit.Fix {
	end := site.Closer(k.field.Type())
	if !dropped.IsValid() {
		return k.fixStop(p, end)
	}
	stmt := assignmentAt(p, dropped)
	if stmt == nil || p.Fset.File(dropped) != p.Fset.File(k.Call.Pos()) {
		return nil
	}
	e, name := p.Edit(dropped), p.Source(stmt.Lhs[0])
	e.Before(stmt, fmt.Sprintf("if %[1]s != nil {\n%[1]s.%[2]s()\n}", name, end))
	return e.Fix(fmt.Sprintf("Close %s before it is set to nil", name), "")
}

// assignmentAt returns the statement at pos that assigns one value.
func assignmentAt(p *check.Pass, pos token.Pos) *ast.AssignStmt {
	at, ok := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(pos, pos)
	if !ok {
		return nil
	}
	for cur := range at.Enclosing((*ast.AssignStmt)(nil)) {
		stmt := cur.Node().(*ast.AssignStmt)
		if _, simple := ast.Unparen(stmt.Lhs[0]).(*ast.SelectorExpr); simple && len(stmt.Lhs) == 1 && len(astindex.Stmts(cur.Parent().Node())) > 0 {
			return stmt
		}
		return nil
	}
	return nil
}

// fixStop closes the field at the end of the method that ends the owner.
func (k *keeping) fixStop(p *check.Pass, end string) *edit.Fix {
	if k.stop == nil || len(k.stop.Body.List) == 0 || len(k.stop.Recv.List[0].Names) == 0 || p.Fset.File(k.stop.Pos()) != p.Fset.File(k.Call.Pos()) {
		return nil
	}
	recv := k.stop.Recv.List[0].Names[0].Name
	if recv == "_" {
		return nil
	}
	name := recv + "." + k.field.Name()
	e, call := p.Edit(k.stop.Body.List[0].Pos()), fmt.Sprintf("defer %s.%s()", name, end)
	if !k.always(p) {
		call = fmt.Sprintf("if %s != nil {\n%s\n}", name, call)
	}
	e.Before(k.stop.Body.List[0], call)
	return e.Fix(fmt.Sprintf("Close %s in %s", name, k.stop.Name.Name), k.stop.Name.Name+" closes it")
}

// always reports whether each value of the owner has the field set: one literal makes them.
func (k *keeping) always(p *check.Pass) bool {
	made := 0
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			alloc, ok := instr.(*ssa.Alloc)
			if ok && callmatch.Named(alloc.Type()) == k.owner {
				made++
			}
		}
	}
	alloc, ok := k.addr.X.(*ssa.Alloc)
	return ok && made == 1 && k.addr.Block() == alloc.Block()
}
