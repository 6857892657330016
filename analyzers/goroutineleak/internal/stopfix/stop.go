package stopfix

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/exitstmt"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
)

// A stop is what a value gets that starts a goroutine and cannot end it:
//
//	type cache struct {
//		…
//		stop     chan struct{}
//		stopOnce sync.Once
//		running  sync.WaitGroup
//	}
//
//	c := &cache{…, stop: make(chan struct{})}
//	c.running.Go(c.sweep)
//
//	func (c *cache) Stop() {
//		c.stopOnce.Do(func() { close(c.stop) })
//		c.running.Wait()
//	}
type stop struct {
	o      *owned
	e      *edit.Builder
	fields *ast.FieldList
	made   []*ast.CompositeLit // all places that make the value
	method *ast.FuncDecl       // that stops it; nil to write one
	recv   string              // what the method calls the value

	signal, once, running string // names of the new fields
	title, changes        string
}

// newStop plans the edit, and returns nil where it cannot be made in the file of the loop: all
// that makes such a value must be there, and a method that stops it, if there is one.
func newStop(o *owned, e *edit.Builder) *stop {
	n := &stop{o: o, e: e}
	if !edit.CanGrow(o.p.Pass, o.owner) || !n.findType() || !n.findMade() {
		return nil
	}
	n.method, n.recv = StopMethod(o.p, o.owner, o.decl.Pos())
	if n.method == nil && (n.hasStop() || n.usedHere() || o.decl.Recv == nil) || n.method != nil && n.badPlace() {
		return nil
	}
	if n.signal = n.free("stop", "quit", "stopping"); n.signal == "" {
		return nil
	}
	n.once = n.free(n.signal + "Once")
	if n.once == "" {
		return nil
	}
	return n
}

// here reports whether a node is in the file of the loop.
func (n *stop) here(node ast.Node) bool {
	return n.o.p.Fset.File(node.Pos()) == n.o.p.Fset.File(n.o.decl.Pos())
}

// findType finds the fields of the struct, each on lines of its own.
func (n *stop) findType() bool {
	cur, ok := ssainstr.CursorAt(n.o.p, n.o.owner.Obj().Pos())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.TypeSpec)(nil)) {
		if st, ok := c.Node().(*ast.TypeSpec).Type.(*ast.StructType); ok && n.here(st) {
			n.fields = st.Fields
		}
	}
	return n.fields != nil && len(n.fields.List) > 0 && !n.e.SameLine(n.fields.Opening, n.fields.Closing)
}

// findMade collects the literals that make such values, and reports whether these are all that
// does, in this file, and with names for the fields.
func (n *stop) findMade() bool {
	for id, obj := range n.o.p.TypesInfo.Uses {
		if obj != n.o.owner.Obj() {
			continue
		}
		cur, ok := ssainstr.CursorAt(n.o.p, id.Pos())
		if !ok {
			return false
		}
		parent := cur.Parent()
		for _, index := parent.Node().(*ast.IndexExpr); index; _, index = parent.Node().(*ast.IndexExpr) {
			parent = parent.Parent()
		}
		if _, index := parent.Node().(*ast.IndexListExpr); index {
			parent = parent.Parent()
		}
		switch of := parent.Node().(type) {
		case *ast.StarExpr:
		case *ast.CompositeLit:
			if !n.here(of) || len(of.Elts) > 0 && !keyed(of) || !syntax.Within(of.Type, id.Pos()) {
				return false
			}
			n.made = append(n.made, of)
		default:
			return false
		}
	}
	slices.SortFunc(n.made, func(a, b *ast.CompositeLit) int { return int(a.Pos() - b.Pos()) })
	return len(n.made) > 0
}

func keyed(lit *ast.CompositeLit) bool {
	_, ok := lit.Elts[0].(*ast.KeyValueExpr)
	return ok
}

// hasStop reports whether the type has a method that stops it, wherever that is.
func (n *stop) hasStop() bool {
	return slices.ContainsFunc(catalog.StopMethods, func(name string) bool { return Member(n.o.owner, n.o.p.Pkg, name) })
}

// usedHere reports whether the package calls a function that makes such a value: those callers
// would have to call the new method, which is another edit.
func (n *stop) usedHere() bool {
	index := astindex.Of(n.o.p.Pass)
	return slices.ContainsFunc(n.made, func(lit *ast.CompositeLit) bool {
		cur, ok := ssainstr.CursorAt(n.o.p, lit.Pos())
		if !ok {
			return true
		}
		for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			fn, _ := n.o.p.TypesInfo.Defs[c.Node().(*ast.FuncDecl).Name].(*types.Func)
			return fn == nil || fn.Signature().Results().Len() == 0 || len(index.Calls[fn]) > 0 || len(index.Values[fn]) > 0
		}
		return true
	})
}

// badPlace reports whether the method that stops the value is no place to wait for the
// goroutine: a method of the type calls it, which may then run in the goroutine itself, or
// nothing does.
func (n *stop) badPlace() bool {
	fn, _ := n.o.p.TypesInfo.Defs[n.method.Name].(*types.Func)
	if fn == nil || !n.o.called(fn) {
		return true // which ends nothing
	}
	for _, call := range astindex.Of(n.o.p.Pass).Calls[fn] {
		cur, ok := ssainstr.CursorAt(n.o.p, call.Expr.Lparen)
		if !ok {
			return true
		}
		for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			caller, _ := n.o.p.TypesInfo.Defs[c.Node().(*ast.FuncDecl).Name].(*types.Func)
			if caller == nil || caller.Signature().Recv() != nil && n.o.is(caller.Signature().Recv().Type()) || c.Node() == n.o.decl {
				return true
			}
		}
	}
	return false
}

// free returns the first of the names that the type does not have, "" if it has all.
func (n *stop) free(names ...string) string {
	for _, name := range names {
		if !Member(n.o.owner, n.o.p.Pkg, name) {
			return name
		}
	}
	return ""
}

// write makes the edits beside that of the loop.
func (n *stop) write() bool {
	sync := n.e.Import(n.fields.Pos(), "sync", "sync")
	added := []string{n.signal + " chan struct{}", n.once + " " + sync + ".Once"}
	if n.join() {
		added = append(added, n.running+" "+sync+".WaitGroup")
	}
	n.e.After(n.fields.List[len(n.fields.List)-1], added...)
	for _, lit := range n.made {
		n.fill(lit)
	}
	n.raise()
	return true
}

// fill gives a literal the channel.
func (n *stop) fill(lit *ast.CompositeLit) {
	value := n.signal + ": make(chan struct{})"
	switch {
	case len(lit.Elts) == 0:
		n.e.Insert(lit.Lbrace+1, value)
	case n.e.SameLine(lit.Elts[len(lit.Elts)-1].End(), lit.Rbrace):
		n.e.Insert(lit.Elts[len(lit.Elts)-1].End(), ", "+value)
	default:
		n.e.After(lit.Elts[len(lit.Elts)-1], value+",")
	}
}

// join lets a group of the value run the goroutine, where the language has it, and what runs
// takes no arguments.
func (n *stop) join() bool {
	fn, _ := syntax.Enclosing(n.o.p, n.o.loop)
	start, ok := starters.Of(n.o.p.Pass).Index().GoroutineOf(n.o.p.TypesInfo, fn)
	if !ok {
		return false
	}
	stmt, ok := start.Node.(*ast.GoStmt)
	if !ok || !n.here(stmt) || len(stmt.Call.Args) > 0 || !goversion.AtLeast(n.o.p.Version(stmt.Pos()), "go1.25") {
		return false
	}
	owner := n.o.name
	if sel, ok := ast.Unparen(stmt.Call.Fun).(*ast.SelectorExpr); ok {
		if _, isName := ast.Unparen(sel.X).(*ast.Ident); !isName || !n.o.is(n.o.p.TypesInfo.TypeOf(sel.X)) {
			return false
		}
		owner = n.o.p.Source(sel.X)
	} else if _, lit := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit); !lit || n.nameAt(stmt) == "" {
		return false
	} else {
		owner = n.nameAt(stmt)
	}
	if n.running = n.free("running", "workers", "wg"); n.running == "" {
		return false
	}
	n.e.Replace(stmt.Go, stmt.Call.Fun.Pos(), owner+"."+n.running+".Go(")
	n.e.Replace(stmt.Call.Lparen, stmt.Call.Lparen+1, "")
	return true
}

// nameAt returns the name of the owner that a literal started by stmt captures.
func (n *stop) nameAt(stmt *ast.GoStmt) (name string) {
	ast.Inspect(stmt.Call.Fun, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if !ok || name != "" {
			return name == ""
		}
		v, ok := n.o.p.TypesInfo.Uses[id].(*types.Var)
		if ok && !v.IsField() && v.Pos() < stmt.Pos() && n.o.is(v.Type()) && callmatch.Named(v.Type()) != nil {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// raise closes the channel in the method that stops the value, and waits there for what runs.
func (n *stop) raise() {
	recv, indent := n.recv, "\t"
	if n.method == nil {
		recv = n.o.name
	}
	acts := []string{recv + "." + n.once + ".Do(func() { close(" + recv + "." + n.signal + ") })"}
	wait, waits := "", ""
	if n.running != "" {
		acts = append(acts, recv+"."+n.running+".Wait()")
		wait, waits = ", and wait for it", ", and waits for it"
	}
	if n.method == nil {
		last := n.o.decl
		typ := n.o.p.Source(last.Recv.List[0].Type)
		name := "Stop"
		if !n.o.owner.Obj().Exported() {
			name = "stop"
			if n.signal == name {
				name = "Stop"
			}
		}
		n.e.Insert(last.End(), "\n\n// "+name+" ends the goroutine of "+recv+waits+".\nfunc ("+recv+" "+typ+") "+name+"() {\n"+indent+exitstmt.Lines(indent, acts...)+"\n}")
		n.title = "Give " + n.o.owner.Obj().Name() + " a " + name + ", which ends the goroutine" + waits
		n.changes = "its owner must now call " + name
		return
	}
	body := n.method.Body
	if n.e.SameLine(body.Lbrace, body.Rbrace) {
		n.e.Replace(body.Lbrace+1, body.Rbrace, "\n"+indent+exitstmt.Lines(indent, append(acts, n.e.Text(body.List[0].Pos(), body.List[len(body.List)-1].End()))...)+"\n")
	} else {
		n.e.Insert(body.Lbrace+1, "\n"+indent+exitstmt.Lines(indent, acts...))
	}
	n.title = "End the goroutine in " + n.method.Name.Name + ", once" + wait
	n.changes = n.method.Name.Name + " ends the goroutine" + waits
}
