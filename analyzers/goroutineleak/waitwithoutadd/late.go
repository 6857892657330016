package waitwithoutadd

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// startsOf returns the places where a goroutine starts with fn.
func startsOf(p *check.Pass, fn ast.Node) []*astindex.Start {
	var list []*astindex.Start
	starts := astindex.Of(p.Pass).Starts
	for i := range starts {
		switch fn := fn.(type) {
		case *ast.FuncLit:
			if starts[i].Lit == fn || heldBy(p, &starts[i], fn) {
				list = append(list, &starts[i])
			}
		case *ast.FuncDecl:
			if starts[i].Runs(p.TypesInfo, p.TypesInfo.Defs[fn.Name].(*types.Func)) {
				list = append(list, &starts[i])
			}
		}
	}
	return list
}

// heldBy reports whether a go statement calls the variable that holds a literal, of which all uses are
// go statements:
//
//	work := func(job Job) { … }
//	for _, job := range jobs {
//		go work(job)
//	}
func heldBy(p *check.Pass, start *astindex.Start, lit *ast.FuncLit) bool {
	stmt, ok := start.Node.(*ast.GoStmt)
	if !ok || start.In == nil {
		return false
	}
	v := syntax.LocalVariable(p.TypesInfo, stmt.Call.Fun)
	if v == nil || localvar.Value(p.TypesInfo, astindex.FuncBody(start.In), v) != ast.Expr(lit) {
		return false
	}
	started := make(map[ast.Expr]bool)
	for _, s := range astindex.Of(p.Pass).Starts {
		if stmt, ok := s.Node.(*ast.GoStmt); ok {
			started[stmt.Call.Fun] = true
		}
	}
	return !slices.ContainsFunc(astindex.Of(p.Pass).Uses[v], func(id *ast.Ident) bool { return !started[id] && p.TypesInfo.Defs[id] == nil })
}

// lateFor returns the starts of the goroutines that add counts too late, and
// whether add runs in these goroutines; or nil.
func lateFor(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter, add astindex.Call) ([]*astindex.Start, bool) {
	cur, ok := astindex.Find(in, add.Expr)
	if starts := startsOf(p, add.In); len(starts) > 0 {
		if ok && conditional(cur) {
			return nil, false // a flag or a channel under a lock may show that nothing waits yet
		}
		if slices.ContainsFunc(starts, func(s *astindex.Start) bool { return !countsItself(p, in, c, s, add.In) }) {
			return nil, false
		}
		return starts, true
	}
	if !ok || c.Open || len(c.Adds)+len(c.Gos) > 1 {
		return nil, false
	}
	block := cur.Parent().Parent().Node()
	starts := astindex.Of(p.Pass).Starts
	for i, s := range starts {
		if s.Lit == nil || s.In != add.In || s.Node.Pos() > add.Expr.Pos() || len(somewhereIn(c.Dones, s.Lit)) == 0 {
			continue
		}
		if node, ok := astindex.Find(in, s.Node); ok && node.Parent().Node() == block {
			return []*astindex.Start{&starts[i]}, false
		}
	}
	return nil, false
}

// conditional reports whether an if stands around cur in its function.
func conditional(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.IfStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		_, ok := c.Node().(*ast.IfStmt)
		return ok
	}
	return false
}

// countsItself reports whether the goroutine of start, fn, counts only itself: it calls
// Done for what it adds, starts no other goroutine that has the group, and neither its
// starter nor a caller without go has counted it.
func countsItself(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter, start *astindex.Start, fn ast.Node) bool {
	index := astindex.Of(p.Pass)
	body := astindex.FuncBody(fn)
	isOwn := func(done astindex.Call) bool { return takesBack(in, done, fn) }
	if syntax.Within(body, c.V.Pos()) || len(somewhereIn(c.Waits, fn)) > 0 || !slices.ContainsFunc(somewhereIn(c.Dones, fn), isOwn) {
		return false
	}
	for _, s := range index.Starts {
		if syntax.Within(body, s.Node.Pos()) && mayTakeOver(p, c, s) {
			return false
		}
	}
	if countedBy(p, in, c, start, body) {
		return false
	}
	if passed := passedAs(p, c, start); passed != nil && countedBy(p, in, passed, start, body) {
		return false
	}
	decl, ok := fn.(*ast.FuncDecl)
	return !ok || !slices.ContainsFunc(index.Calls[p.TypesInfo.Defs[decl.Name].(*types.Func)], func(c astindex.Call) bool {
		return !c.Go && c.Expr != start.Inner()
	})
}

// countedBy reports whether the starter adds to the group for a goroutine whose body is
// given.
func countedBy(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter, start *astindex.Start, body ast.Node) bool {
	return slices.ContainsFunc(c.Adds, func(add astindex.Call) bool {
		return start.In == nil || syntax.Within(start.In, add.Expr.Pos()) && !syntax.Within(body, add.Expr.Pos()) && !elsewhere(p, in, c, start, add)
	})
}

// passedAs returns the group that the starter passes to the goroutine as the parameter
// which c is about; nil where it is none, or not known.
func passedAs(p *check.Pass, c *waitgroup.Counter, start *astindex.Start) *waitgroup.Counter {
	v := waitgroup.Variable(p.TypesInfo, passedTo(p, c.V, start), "sync.WaitGroup")
	list := waitgroup.Counters(p)
	i := slices.IndexFunc(list, func(other *waitgroup.Counter) bool { return v != nil && other.V == v && v != c.V })
	if i < 0 {
		return nil
	}
	return list[i]
}

// passedTo returns what a start passes as a parameter of the function it runs, without
// the & of an address; nil when v is no such parameter.
func passedTo(p *check.Pass, v *types.Var, start *astindex.Start) ast.Expr {
	call := start.Inner()
	if call == nil {
		stmt, ok := start.Node.(*ast.GoStmt)
		if !ok {
			return nil
		}
		call = stmt.Call
	}
	sig, ok := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok || v == nil || v.Kind() != types.ParamVar {
		return nil
	}
	for i, arg := range call.Args {
		if i >= sig.Params().Len() || sig.Params().At(i).Pos() != v.Pos() {
			continue
		}
		if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok {
			return addr.X
		}
		return arg
	}
	return nil
}

// mayTakeOver reports whether what a goroutine adds may be for s, a goroutine that
// it starts: unless s counts itself, or does not know the group.
func mayTakeOver(p *check.Pass, c *waitgroup.Counter, s astindex.Start) bool {
	if s.Lit != nil && len(inside(c.Adds, s.Lit)) > 0 && len(somewhereIn(c.Dones, s.Lit)) > 0 {
		return false
	}
	code := startedCode(p, s)
	switch {
	case mentions(astindex.Of(p.Pass), c.V, s.Node):
		return true
	case c.V.Kind() == types.ParamVar:
		return code != nil && mentions(astindex.Of(p.Pass), c.V, code)
	case code == nil:
		return !outOfReach(p, c, s)
	}
	return mayCallDone(p, c, code, 3)
}

// outOfReach reports whether a goroutine runs a function of another package, which cannot name the group, and is
// not passed a value of the type that has it, a function or an interface.
func outOfReach(p *check.Pass, c *waitgroup.Counter, s astindex.Start) bool {
	stmt, ok := s.Node.(*ast.GoStmt)
	if !ok || c.V.Exported() {
		return false
	}
	fn := callmatch.Callee(p.TypesInfo, stmt.Call)
	if fn == nil || fn.Pkg() == p.Pkg || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
		return false
	}
	passed := stmt.Call.Args
	if sel, ok := ast.Unparen(stmt.Call.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
		passed = append(slices.Clone(passed), sel.X)
	}
	return !slices.ContainsFunc(passed, func(arg ast.Expr) bool {
		t := callmatch.Deref(p.TypesInfo.TypeOf(arg))
		named := callmatch.Named(t)
		_, calls := t.Underlying().(*types.Signature)
		return calls || types.IsInterface(t) || named != nil && named.Obj().Pkg() == p.Pkg
	})
}

// startedCode returns the body of what a goroutine runs: a literal, itself or in a variable that holds nothing
// else, or a function of the package; nil if it is not known.
func startedCode(p *check.Pass, s astindex.Start) ast.Node {
	stmt, ok := s.Node.(*ast.GoStmt)
	switch {
	case s.Lit != nil:
		return s.Lit
	case !ok:
		return nil
	}
	if fn := callmatch.Callee(p.TypesInfo, stmt.Call); fn != nil {
		if decl := astindex.Of(p.Pass).Decls[fn.Origin()]; decl != nil && decl.Body != nil {
			return decl.Body
		}
		return nil
	}
	v := syntax.LocalVariable(p.TypesInfo, stmt.Call.Fun)
	if v == nil || s.In == nil {
		return nil
	}
	lit, ok := localvar.Value(p.TypesInfo, astindex.FuncBody(s.In), v).(*ast.FuncLit)
	if !ok {
		return nil
	}
	return lit
}

// mayCallDone reports whether code mentions the group, calls a function of the package that does,
// or calls what is not known.
func mayCallDone(p *check.Pass, c *waitgroup.Counter, code ast.Node, depth int) bool {
	index := astindex.Of(p.Pass)
	if depth == 0 || mentions(index, c.V, code) {
		return true
	}
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		if tv := p.TypesInfo.Types[call.Fun]; fn == nil {
			_, literal := ast.Unparen(call.Fun).(*ast.FuncLit)
			found = !tv.IsType() && !tv.IsBuiltin() && !literal
		} else if decl := index.Decls[fn.Origin()]; decl != nil && decl.Body != nil {
			found = mayCallDone(p, c, decl.Body, depth-1)
		}
		return !found
	})
	return found
}

// elsewhere reports whether an Add in the starter's function is for none of the
// goroutines that it starts: another goroutine runs it, or the starter takes it
// back itself.
func elsewhere(p *check.Pass, in *inspector.Inspector, c *waitgroup.Counter, start *astindex.Start, add astindex.Call) bool {
	if add.In != start.In {
		return len(startsOf(p, add.In)) > 0
	}
	own := 0
	for _, done := range somewhereIn(c.Dones, start.In) {
		if takesBack(in, done, start.In) {
			own++
		}
	}
	return own == len(inside(c.Adds, start.In))
}

// mentions reports whether n names v.
func mentions(index *astindex.Index, v *types.Var, n ast.Node) bool {
	return slices.ContainsFunc(index.Uses[v], func(id *ast.Ident) bool { return syntax.Within(n, id.Pos()) })
}

// takesBack reports whether done is what fn does at its end in any case: deferred,
// or a statement of its body.
func takesBack(in *inspector.Inspector, done astindex.Call, fn ast.Node) bool {
	cur, ok := astindex.Find(in, done.Expr)
	if !ok {
		return false
	}
	if lit, ok := done.In.(*ast.FuncLit); ok && done.In != fn {
		if cur, ok = astindex.Find(in, lit); !ok {
			return false
		}
		cur = cur.Parent() // defer func() { … }()
	} else if cur.Parent().Parent().Node() == astindex.FuncBody(fn) {
		return true
	}
	_, deferred := cur.Parent().Node().(*ast.DeferStmt)
	for c := range cur.Parent().Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		return deferred && c.Node() == fn
	}
	return false
}
