package checkthenact

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/lockrace/internal/source"
	"github.com/lifecyclelint/lifecyclelint/internal/atomicity"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixCheckThenAct tests again under the lock, and keeps what is there; a computed value is
// computed from what is read again. There is no fix if more is done with the new value
// afterwards than to return it: it might start what is already running. Nor is there one if the
// function signals afterwards that there is a value, as the first one has done.
func fixCheckThenAct(p *check.Pass, act atomicity.StaleAct) *edit.Fix {
	stmt, _ := source.Statement(p, act.Pos)
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil
	}
	if act.Derived {
		return fixDerived(p, act, assign)
	}
	id, ok := assign.Rhs[0].(*ast.Ident)
	v, isVar := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || !isVar || !types.Identical(v.Type(), p.TypesInfo.TypeOf(assign.Lhs[0])) {
		return nil // nothing that could take the other value on
	}
	block, fn := around(p, assign)
	if block == nil || !onlyTested(p, act, fn, assign) || len(usesAfter(p, block, assign, v, true)) > 0 || comesBack(p, assign, v) || signalsAfter(p, fn, assign) {
		return nil
	}
	test, keep := secondTest(p, assign, id, len(usesAfter(p, fn, assign, v, false)) > 0)
	if test == "" {
		return nil
	}
	fate := "dropped"
	if end := endCall(p, v); end != "" {
		keep, fate = append([]string{"\t" + end}, keep...), "closed"
	}
	e := p.Edit(assign.Pos())
	text := append(append([]string{test + " {"}, keep...), "} else {", "\t"+p.Source(assign), "}")
	if len(keep) == 0 {
		text = []string{strings.NewReplacer(" != nil", " == nil", "; ok", "; !ok").Replace(test) + " {", "\t" + p.Source(assign), "}"}
	}
	e.Replace(assign.Pos(), assign.End(), strings.Join(text, "\n"+e.Indent(assign.Pos())))
	return e.Fix("Test again under the lock, and keep what is there", "the "+id.Name+" made here is "+fate+" if there is one")
}

// secondTest returns the test for another value in the place that is assigned to,
// and what takes that value on, if it is used.
func secondTest(p *check.Pass, assign *ast.AssignStmt, id *ast.Ident, used bool) (test string, keep []string) {
	target := p.Source(assign.Lhs[0])
	test, existing := "if "+target+" != nil", target
	if _, isMap := ast.Unparen(assign.Lhs[0]).(*ast.IndexExpr); isMap {
		if existing = "_"; used {
			existing = source.FreeName(p, assign.Pos(), "existing", "current")
		}
		switch {
		case existing == "":
			return "", nil
		case !comparesNil(p.TypesInfo.TypeOf(assign.Lhs[0])):
			test = "if " + existing + ", ok := " + target + "; ok"
		case used:
			test = "if " + existing + " := " + target + "; " + existing + " != nil"
		}
	}
	if used {
		keep = []string{"\t" + id.Name + " = " + existing}
	}
	return test, keep
}

// comparesNil reports whether an element of a map that is nil stands for none: the key may be there before
// its value is.
func comparesNil(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Chan, *types.Signature:
		return true
	}
	return false
}

// signalsAfter reports whether a function signals after stmt, or starts a goroutine: a second call that keeps
// what is there must not do that again, as the close of a channel.
func signalsAfter(p *check.Pass, fn ast.Node, stmt ast.Stmt) (found bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		if found || n == nil || n.End() <= stmt.End() {
			return false
		}
		if n.Pos() <= stmt.Pos() {
			return true
		}
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SendStmt:
			found = true
		case *ast.CallExpr:
			id, ok := ast.Unparen(n.Fun).(*ast.Ident)
			found = ok && p.TypesInfo.Uses[id] == types.Universe.Lookup("close")
		}
		return !found
	})
	return found
}

// around returns the innermost block and the function that hold stmt.
func around(p *check.Pass, stmt ast.Stmt) (block, fn ast.Node) {
	for _, n := range source.PathTo(p, stmt.Pos()) {
		switch n.(type) {
		case *ast.BlockStmt:
			if block == nil {
				block = n
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return block, n
		}
	}
	return nil, nil
}

// comesBack reports whether a loop that v outlives contains stmt: its next iteration comes
// before stmt and after it.
func comesBack(p *check.Pass, stmt ast.Stmt, v *types.Var) bool {
	return slices.ContainsFunc(source.PathTo(p, stmt.Pos()), func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return v.Pos() < n.Pos()
		}
		return false
	})
}

// usesAfter returns the uses of v in scope after stmt; active ones are those in other
// statements than returns.
func usesAfter(p *check.Pass, scope ast.Node, stmt ast.Stmt, v *types.Var, active bool) []*ast.Ident {
	var list []*ast.Ident
	ast.Inspect(scope, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.TypesInfo.Uses[id] == v && id.Pos() > stmt.End() {
			at, _ := source.Statement(p, id.Pos())
			if _, returned := at.(*ast.ReturnStmt); !active || !returned {
				list = append(list, id)
			}
		}
		return true
	})
	return list
}

// endCall returns the call that closes v, "" where v has no such method, or one
// of this package, which may want the lock that is held.
func endCall(p *check.Pass, v *types.Var) string {
	obj, _, _ := types.LookupFieldOrMethod(v.Type(), false, p.Pkg, "Close")
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() == p.Pkg || fn.Signature().Params().Len() > 0 {
		return ""
	}
	call := v.Name() + ".Close()"
	if fn.Signature().Results().Len() == 1 {
		call = "_ = " + call
	}
	return call
}

// fixDerived reads the field again into the variable that the new value is
// computed from, if that happens in the assignment alone: what was made of the
// old value before is not made again.
func fixDerived(p *check.Pass, act atomicity.StaleAct, assign *ast.AssignStmt) *edit.Fix {
	read, _ := source.Statement(p, act.Read.Pos)
	def, ok := read.(*ast.AssignStmt)
	if !ok || len(def.Lhs) != 1 || len(def.Rhs) != 1 || p.Source(def.Rhs[0]) != p.Source(assign.Lhs[0]) {
		return nil
	}
	id, ok := def.Lhs[0].(*ast.Ident)
	v, isVar := p.TypesInfo.ObjectOf(id).(*types.Var)
	_, bare := ast.Unparen(assign.Rhs[0]).(*ast.Ident)
	_, fn := around(p, assign)
	if !ok || !isVar || bare || fn == nil || len(usesAfter(p, assign.Rhs[0], def, v, false)) != len(usesAfter(p, fn, def, v, false)) {
		return nil
	}
	again := id.Name + " = " + p.Source(def.Rhs[0])
	e := p.Edit(assign.Pos())
	e.Before(assign, again)
	return e.Fix("Read "+p.Source(def.Rhs[0])+" again under the lock", "")
}
