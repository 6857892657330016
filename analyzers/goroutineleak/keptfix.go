package goroutineleak

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// A kept value is in a field of a type of this package that has a Stop, Close or Shutdown of its own:
//
//	func (s *Server) Close() {
//		s.db.Close()
//		s.sessions.Stop() // new
//	}
type kept struct {
	p     *check.Pass
	call  *ast.CallExpr
	field *types.Var
	stop  *ast.FuncDecl  // of the owner
	body  *ast.BlockStmt // of it, or of the literal that a sync.Once runs there
	recv  string
	set   bool // wherever the owner is made, the field is set
}

// endInOwner stops a value where its owner stops what else it has, nil if it has no owner that ends.
func endInOwner(p *check.Pass, call inspector.Cursor, holder ast.Expr, fact *muststop.Fact) *edit.Fix {
	k := keptIn(p, call, holder)
	if k == nil || fact.Cleanup {
		return nil
	}
	method := callable(p, k.field.Type(), fact.Methods)
	if method == nil || method.Signature().Params().Len() > 0 || method.Signature().Results().Len() > 1 {
		return nil
	}
	run := k.recv + "." + k.field.Name() + "." + method.Name()
	e := p.Edit(k.stop.Pos())
	if !k.write(e, run+"()", method.Signature().Results().Len() > 0) {
		return nil
	}
	changes := ""
	if again := astindex.Of(p.Pass).Decls[method.Origin()]; again != nil && closesBare(p, again) && !closesBare(p, k.stop) {
		changes = "a second " + k.stop.Name.Name + " calls " + run + " again"
	}
	return e.Fix("Call "+run+" in "+k.stop.Name.Name, changes)
}

// keptIn returns what keeps the value that a call makes.
func keptIn(p *check.Pass, call inspector.Cursor, holder ast.Expr) *kept {
	switch holder := holder.(type) {
	case nil:
		return keptAt(p, call, call)
	case *ast.SelectorExpr:
		cur, ok := cursorAt(p, holder.Sel.Pos())
		if !ok {
			return nil
		}
		return keptBy(p, call, holder, cur)
	case *ast.Ident:
		v, _ := p.TypesInfo.ObjectOf(holder).(*types.Var)
		if v == nil {
			return nil
		}
		for _, id := range astindex.Of(p.Pass).Uses[v] {
			cur, ok := cursorAt(p, id.Pos())
			if !ok {
				continue
			}
			if k := keptAt(p, call, cur); k != nil {
				return k
			}
		}
	}
	return nil
}

// keptAt returns what keeps the value of the expression at cur: the literal that it is part of, or the
// field that it is assigned to.
func keptAt(p *check.Pass, call, cur inspector.Cursor) *kept {
	switch parent := cur.Parent().Node().(type) {
	case *ast.KeyValueExpr:
		lit, ok := cur.Parent().Parent().Node().(*ast.CompositeLit)
		key, named := parent.Key.(*ast.Ident)
		if !ok || !named || parent.Value != cur.Node() {
			return nil
		}
		field, _ := p.TypesInfo.Uses[key].(*types.Var)
		return keptField(p, call, p.TypesInfo.TypeOf(lit), field, cur)
	case *ast.AssignStmt:
		i := slices.Index(parent.Rhs, cur.Node().(ast.Expr))
		if i < 0 || len(parent.Lhs) != len(parent.Rhs) {
			return nil
		}
		if sel, ok := parent.Lhs[i].(*ast.SelectorExpr); ok {
			return keptBy(p, call, sel, cur)
		}
	}
	return nil
}

// keptBy returns what keeps the value that is assigned to a field.
func keptBy(p *check.Pass, call inspector.Cursor, sel *ast.SelectorExpr, cur inspector.Cursor) *kept {
	choice := p.TypesInfo.Selections[sel]
	if choice == nil || len(choice.Index()) != 1 {
		return nil
	}
	field, _ := choice.Obj().(*types.Var)
	return keptField(p, call, choice.Recv(), field, cur)
}

func keptField(p *check.Pass, call inspector.Cursor, t types.Type, field *types.Var, cur inspector.Cursor) *kept {
	owner := callmatch.Named(t)
	if owner == nil || field == nil || !field.IsField() || owner.Obj().Pkg() != p.Pkg {
		return nil
	}
	decl, recv := stopMethod(p, owner, token.NoPos)
	if decl == nil || within(decl, call.Node().Pos()) {
		return nil
	}
	return &kept{p: p, call: call.Node().(*ast.CallExpr), field: field, stop: decl, recv: recv, set: alwaysSet(p, owner, cur)}
}

// alwaysSet reports whether a value of type t has its field set once it is made: it is made in one
// place, around cur or above it in the same list of statements.
func alwaysSet(p *check.Pass, t *types.Named, cur inspector.Cursor) bool {
	fn, _ := enclosing(p, cur)
	made := 0
	for c := range cur.Inspector().Root().Preorder((*ast.CompositeLit)(nil), (*ast.CallExpr)(nil), (*ast.ValueSpec)(nil)) {
		expr, isExpr := c.Node().(ast.Expr)
		if spec, ok := c.Node().(*ast.ValueSpec); ok {
			expr = spec.Type
		} else if call, ok := expr.(*ast.CallExpr); ok && !isNew(p, call) {
			continue
		}
		if expr == nil || callmatch.Named(p.TypesInfo.TypeOf(expr)) == nil || callmatch.Named(p.TypesInfo.TypeOf(expr)).Origin() != t.Origin() {
			continue
		}
		if made++; made > 1 || !isExpr || fn == nil || !within(fn, expr.Pos()) {
			return false
		}
	}
	return made == 1 && !guarded(cur, fn)
}

func isNew(p *check.Pass, call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	return ok && id.Name == "new" && p.TypesInfo.Types[id].IsBuiltin()
}

// guarded reports whether something in fn decides whether the code at cur is run.
func guarded(cur inspector.Cursor, fn ast.Node) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		return within(fn, c.Node().Pos())
	}
	return false
}

// closesBare reports whether a method closes a channel each time that it is called.
func closesBare(p *check.Pass, decl *ast.FuncDecl) bool {
	bare := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.IfStmt, *ast.SelectStmt, *ast.SwitchStmt:
			return false
		case *ast.CallExpr:
			id, ok := ast.Unparen(n.Fun).(*ast.Ident)
			bare = bare || ok && id.Name == "close" && p.TypesInfo.Types[id].IsBuiltin()
		}
		return true
	})
	return bare
}

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

// insert puts the call before or behind a statement of the owner's method: deferred where that is, and
// as part of what it returns where that is the error of a sibling.
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
