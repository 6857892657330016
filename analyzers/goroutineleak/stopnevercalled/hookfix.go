package stopnevercalled

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// fixNeverCalled stops the value where its owner stops what else it has, with a defer where
// the function that makes it is done with it when it returns, or when the process shuts
// down, after the statement that makes it and the test of its error:
//
//	lifecycle.OnShutdown(lifecycle.Func(x.Stop))
//
// A main function without a shutdown elsewhere defers the call, too, and so does one in the
// plain style: there a value exists as long.
func fixNeverCalled(p *check.Pass, call inspector.Cursor, holder ast.Expr, fact *muststop.Fact, names edit.NewNames) *edit.Fix {
	if fix := endInOwner(p, call, holder, fact); fix != nil {
		return fix
	}
	stmt, ok := afterCheck(p, call)
	if !ok {
		return nil
	}
	if holder == nil {
		return fixNameless(p, call, stmt, fact, names)
	}
	e := p.Edit(stmt.Pos())
	end := ending{}
	if id, ok := holder.(*ast.Ident); ok && !fact.Jobs { // the function starts them, and returns
		v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
		end = endingOf(p, call, stmt, v)
	}
	register, run := hookOn(p, e, call, p.TypesInfo.TypeOf(holder), p.Source(holder), fact, end)
	if register == "" {
		return nil
	}
	if !registerBehind(p, e, stmt, register) {
		return nil
	}
	if strings.HasPrefix(register, "defer ") {
		changes := ""
		if !end.confined && !inMain(p, call) {
			changes = p.Source(holder) + " is stopped when the function returns"
		}
		return e.Fix("Defer "+run, changes)
	}
	return e.Fix("Call "+run+" when the process shuts down", "")
}

// hookOn returns the statement that stops the value called x, of type t, at the
// end, and what it calls; both are empty when nothing will do.
func hookOn(p *check.Pass, e *edit.Builder, call inspector.Cursor, t types.Type, x string, fact *muststop.Fact, end ending) (register, run string) {
	sig, ok := t.Underlying().(*types.Signature)
	if run = x; !fact.Cleanup {
		method := callable(p, t, fact.Methods)
		if method == nil {
			return "", ""
		}
		sig, ok, run = method.Signature(), true, x+"."+method.Name()
	}
	if !ok || sig.Params().Len() > 1 || sig.Params().Len() == 1 && !ctxscope.IsContext(sig.Params().At(0).Type()) {
		return "", ""
	}
	if sig.Params().Len() == 0 && (end.defers || inMain(p, call) && (p.Stdlib() || ownShutdown(p, call))) {
		return deferFor(e, call, run, sig), run
	}
	if p.Stdlib() {
		return "", ""
	}
	return hookFor(e.Import(call.Node().Pos(), p.Lifecycle(), "lifecycle"), run, sig), run
}

// deferFor returns the statement that stops the value when the function returns. Where that yields
// a context, it ends with the last job, which gets ten seconds.
func deferFor(e *edit.Builder, call inspector.Cursor, run string, sig *types.Signature) string {
	if sig.Results().Len() != 1 || !ctxscope.IsContext(sig.Results().At(0).Type()) {
		return "defer " + run + "()"
	}
	time := e.Import(call.Node().Pos(), "time", "time")
	lines := []string{"defer func() {", "\tselect {", "\tcase <-" + run + "().Done():", "\tcase <-" + time + ".After(10 * " + time + ".Second):", "\t}", "}()"}
	return strings.Join(lines, "\n"+e.Indent(call.Node().Pos()))
}

// registerBehind registers the stop after stmt: in an else if stmt tests the error that
// comes with the value, and continues without one.
func registerBehind(p *check.Pass, e *edit.Builder, stmt ast.Stmt, register string) bool {
	test, ok := stmt.(*ast.IfStmt)
	if !ok || test.Init != nil || syntax.NeverReturns(p, test.Body.List) || leaves(test.Body.List) {
		e.After(stmt, register)
		return true
	}
	cond, ok := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || test.Else != nil || !p.TypesInfo.Types[cond.Y].IsNil() {
		return false
	}
	indent := e.Indent(stmt.Pos())
	e.Insert(test.End(), " else {\n"+indent+"\t"+register+"\n"+indent+"}")
	return true
}

// leaves reports whether a list of statements ends in a return or a jump.
func leaves(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch list[len(list)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// inMain reports whether cur is in the main function itself: there a deferred
// call comes at the end of the process.
func inMain(p *check.Pass, cur inspector.Cursor) bool {
	fn, _ := syntax.Enclosing(p, cur)
	decl, ok := fn.(*ast.FuncDecl)
	return ok && decl.Recv == nil && decl.Name.Name == "main"
}

// ownShutdown reports whether the main function around cur returns by itself when the
// program ends, and does not leave that to package lifecycle, whose hooks would then never
// run. A deferred call in a loop would wait for all iterations.
func ownShutdown(p *check.Pass, cur inspector.Cursor) bool {
	for _, imported := range p.Pkg.Imports() {
		if imported.Path() == p.Lifecycle() {
			return false
		}
	}
	main := ssaflow.Of(p.Pass).SSA.Package.Func("main")
	if main == nil || len(syntax.LoopsAround(cur)) > 0 {
		return false
	}
	for instr := range ssaflow.Instrs(main) {
		if _, ok := instr.(*ssa.Return); ok {
			return true
		}
	}
	return false
}

// hookFor returns the statement that registers a stop method, by what it takes
// and returns, "" when it fits nowhere.
func hookFor(lc, run string, sig *types.Signature) string {
	takesContext := sig.Params().Len() == 1
	switch sig.Results().Len() {
	case 0:
		if takesContext {
			return lc + ".OnShutdown(" + run + ")"
		}
		return lc + ".OnShutdown(" + lc + ".Func(" + run + "))"
	case 1:
		if !takesContext && ctxscope.IsContext(sig.Results().At(0).Type()) { // which ends with the last job
			return lc + ".OnShutdown(" + lc + ".Func(func() { <-" + run + "().Done() }))"
		}
		if !takesContext {
			return lc + ".OnShutdown(" + lc + ".Func(func() { _ = " + run + "() }))"
		}
		if callmatch.IsError(sig.Results().At(0).Type()) {
			return lc + ".OnShutdownErr(" + run + ")"
		}
	}
	return ""
}
