package stopnevercalled

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// write adds the call to the owner's method: beside the last of its siblings, before the first
// where the value was made with one; without siblings, at the end.
func (k *kept) write(e *edit.Builder, call string, results bool) bool {
	k.body = k.stop.Body
	if inner := onceBody(k.p, k.body.List); inner != nil {
		k.body = inner
	}
	list := k.body.List
	var siblings []ast.Stmt
	needs := false
	for _, stmt := range list {
		if field := k.ends(stmt); field != nil {
			siblings = append(siblings, stmt)
			needs = needs || slices.ContainsFunc(k.call.Args, func(arg ast.Expr) bool { return types.Identical(k.p.TypesInfo.TypeOf(arg), field.Type()) })
		}
	}
	last := list[len(list)-1]
	if len(siblings) == 0 {
		if locks(k.stop) {
			return false
		}
		_, returns := last.(*ast.ReturnStmt)
		return k.insert(e, last, returns, call, results)
	}
	if needs {
		return k.insert(e, siblings[0], true, call, results)
	}
	at := siblings[len(siblings)-1]
	return k.insert(e, at, leavesIn(at), call, results)
}

// insert puts the call before or after a statement of the owner's method: deferred if that
// is, and as part of what it returns if that is the error of a sibling.
func (k *kept) insert(e *edit.Builder, at ast.Stmt, before bool, call string, results bool) bool {
	if ret, ok := at.(*ast.ReturnStmt); ok && results && k.guardless() && len(ret.Results) == 1 && k.ends(at) != nil &&
		callmatch.IsError(k.p.TypesInfo.TypeOf(ret.Results[0])) && goversion.AtLeast(k.p.Version(at.Pos()), "go1.20") {
		errors := e.Import(at.Pos(), "errors", "errors")
		e.Insert(ret.Results[0].Pos(), errors+".Join(")
		e.Insert(ret.Results[0].End(), ", "+call+")")
		return true
	}
	_, deferred := at.(*ast.DeferStmt)
	switch {
	case deferred && !before:
		call = "defer " + call
	case results:
		call = "_ = " + call
	}
	lines := []string{call}
	if !k.guardless() {
		lines = []string{"if " + k.recv + "." + k.field.Name() + " != nil {", "\t" + call, "}"}
	}
	switch {
	case e.SameLine(k.body.Lbrace, k.body.Rbrace):
		k.unfold(e, at, before, lines)
	case before:
		e.Before(at, lines...)
	default:
		e.After(at, lines...)
	}
	return true
}

// unfold gives each statement of a body on one line a line of its own, and puts the new ones in.
func (k *kept) unfold(e *edit.Builder, at ast.Stmt, before bool, lines []string) {
	indent := "\n" + e.Indent(k.body.Lbrace)
	var text strings.Builder
	add := func(line string) { text.WriteString(indent + "\t" + line) }
	for _, stmt := range k.body.List {
		source := k.p.Source(stmt)
		if stmt != at {
			add(source)
			continue
		}
		if !before {
			add(source)
		}
		for _, line := range lines {
			add(line)
		}
		if before {
			add(source)
		}
	}
	e.Replace(k.body.Lbrace+1, k.body.Rbrace, text.String()+indent)
}

// guardless reports whether the field is never nil.
func (k *kept) guardless() bool {
	switch k.field.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return k.set
	}
	return true
}

// ends returns the field of the owner whose value a statement of its method stops, closes or cancels,
// nil if it does none of these.
func (k *kept) ends(stmt ast.Stmt) (field *types.Var) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.ForStmt, *ast.RangeStmt:
			return false
		case *ast.CallExpr:
			if field == nil {
				field = k.ended(n)
			}
		}
		return true
	})
	return field
}

// ended returns the field whose value a call ends: recv.f.Close(), close(recv.f) or recv.cancel().
func (k *kept) ended(call *ast.CallExpr) *types.Var {
	what := ast.Unparen(call.Fun)
	if sel, ok := what.(*ast.SelectorExpr); ok && slices.Contains(catalog.StopMethods, sel.Sel.Name) && k.fieldIn(sel.X) != nil {
		return k.fieldIn(sel.X)
	}
	if id, ok := what.(*ast.Ident); ok && id.Name == "close" && len(call.Args) == 1 {
		what = call.Args[0]
	}
	return k.fieldIn(what)
}

func (k *kept) fieldIn(expr ast.Expr) *types.Var {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	choice := k.p.TypesInfo.Selections[sel]
	if !ok || id.Name != k.recv || choice == nil || choice.Kind() != types.FieldVal {
		return nil
	}
	return choice.Obj().(*types.Var)
}

// onceBody returns the body of the function that a sync.Once runs, if that is all there is.
func onceBody(p *check.Pass, list []ast.Stmt) *ast.BlockStmt {
	stmt, ok := list[0].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	fn, _ := typeutil.Callee(p.TypesInfo, call).(*types.Func)
	if lit, ok := ast.Unparen(call.Args[0]).(*ast.FuncLit); ok && fn != nil && catalog.OnceRunners[fn.FullName()] && len(lit.Body.List) > 0 {
		return lit.Body
	}
	return nil
}

// leavesIn reports whether a statement may return.
func leavesIn(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		_, lit := n.(*ast.FuncLit)
		_, ret := n.(*ast.ReturnStmt)
		found = found || ret
		return !lit
	})
	return found
}

// locks reports whether a method takes a lock.
func locks(decl *ast.FuncDecl) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && (sel.Sel.Name == "Lock" || sel.Sel.Name == "RLock")
		return true
	})
	return found
}
