package outlivedcontext

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// pooled returns what a goroutine does with an object that the server uses again for the next
// request, nil if there is nothing. What is only an argument of the start is read before.
//
//	func create(c *gin.Context) {
//		go func() { audit.Log(c.ClientIP()) }()
//		c.Status(http.StatusCreated)
//	}
func pooled(p *check.Pass, in *inspector.Inspector, s astindex.Start) *outliver {
	u := &outliver{start: syntax.CursorAt(in.Root(), s.Node), fn: syntax.CursorAt(in.Root(), s.In), lit: s.Lit}
	if s.Lit == nil {
		for _, arg := range s.Call.Args {
			u.takes(p, arg)
		}
		return u.orNil()
	}
	for cur := range syntax.CursorAt(in.Root(), s.Lit).Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		u.takesParam(p, id, "")
		if field, counts := readField(cur); field != "" && counts {
			u.takesParam(p, id, field)
		}
	}
	if ast.Unparen(s.Call.Fun) == ast.Expr(s.Lit) {
		for _, arg := range s.Call.Args {
			u.takes(p, arg)
		}
	}
	return u.orNil()
}

func (u *outliver) orNil() *outliver {
	if len(u.uses) == 0 {
		return nil
	}
	return u
}

// takes adds an expression that is a pooled parameter of a handler around the start, the part of one that the server
// takes back, or what reads such an argument later.
//
//	go s.store(http.MaxBytesReader(w, r.Body, limit))
func (u *outliver) takes(p *check.Pass, expr ast.Expr) {
	switch e := ast.Unparen(expr).(type) {
	case *ast.CallExpr:
		if catalog.Wrappers[callmatch.CalleeName(p.TypesInfo, e)] {
			for _, arg := range e.Args {
				u.takes(p, arg)
			}
		}
	case *ast.SelectorExpr:
		if id, ok := ast.Unparen(e.X).(*ast.Ident); ok {
			u.takesParam(p, id, e.Sel.Name)
		}
	case *ast.Ident:
		u.takesParam(p, e, "")
	}
}

// takesParam adds a pooled parameter, or a field of it: of one whose server takes back only a field, only that.
func (u *outliver) takesParam(p *check.Pass, id *ast.Ident, field string) {
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return
	}
	row, ok := catalog.PooledParams[callmatch.TypeName(v.Type())]
	if !ok || row.Only != field {
		return
	}
	handler, given := syntax.GivenTo(p, u.fn, v)
	if !given || row.Only != "" && !astindex.AnswersRequests(syntax.SignatureOf(p, handler)) || copied(p, handler, v, row.Copy) || u.end != nil && u.end.pos != v.Pos() {
		return
	}
	if u.end == nil {
		u.end = &endBehind{expr: id, pos: v.Pos(), fn: handler, how: functionName(handler) + " returns"}
	}
	u.uses = append(u.uses, syntax.CursorAt(u.fn, id))
}

// readField returns the field of an object that an identifier in a goroutine names, "" where it names the object;
// what only closes the field does not count.
func readField(cur inspector.Cursor) (field string, counts bool) {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	if !ok || sel.X != cur.Node() {
		return "", true
	}
	method, ok := cur.Parent().Parent().Node().(*ast.SelectorExpr)
	return sel.Sel.Name, !ok || method.Sel.Name != "Close"
}

// copied reports whether a parameter of a literal that is called where it stands is a copy, which
// is the goroutine's own.
//
//	go func(c *gin.Context) { … }(c.Copy())
func copied(p *check.Pass, fn inspector.Cursor, v *types.Var, method string) bool {
	call, ok := fn.Parent().Node().(*ast.CallExpr)
	if !ok || call.Fun != fn.Node() {
		return false
	}
	for i := range syntax.SignatureOf(p, fn).Params().Len() {
		if syntax.SignatureOf(p, fn).Params().At(i) != v || i >= len(call.Args) {
			continue
		}
		arg, ok := ast.Unparen(call.Args[i]).(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := arg.Fun.(*ast.SelectorExpr)
		return ok && sel.Sel.Name == method
	}
	return false
}

func reportPooled(p *check.Pass, u *outliver) {
	at := u.uses[0]
	if pos, ok := intent.Wanted(p, at, u.start); ok {
		p.Safe(at.Node(), p.Source(at.Node()), verdict.Wanted, pos)
		return
	}
	joined, leaves := u.joins(p)
	if joined.IsValid() {
		p.Safe(at.Node(), p.Source(at.Node()), verdict.Joined, joined)
		return
	}
	if ctxscope.AlwaysRoot(p.Pass, u.end.fn, u.given(p)) {
		p.Safe(at.Node(), p.Source(at.Node()), verdict.Handled, u.end.pos)
		return
	}
	var doubts []check.Doubt
	if pos := ctxscope.RootHere(p.Pass, u.end.fn, u.given(p)); pos.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.NoSecondCall, pos)) // by a server
	}
	if pos := u.stays(p); pos.IsValid() {
		doubts = append(doubts, check.Doubting(verdict.MayWait, pos))
	}
	start := u.start.Node().Pos()
	name := p.Source(at.Node())
	without := check.Hop{Pos: start, Message: "the goroutine is started here, and nothing waits for it"}
	if leaves.IsValid() {
		without = check.Hop{Pos: leaves, Message: "this case does not wait for the goroutine"}
	}
	message := fmt.Sprintf("the goroutine started at %s may read or answer another request: the server reuses %s when %s",
		p.Where(start, at.Node().Pos()), name, u.end.how)
	if row := catalog.PooledParams[callmatch.TypeName(u.given(p).Type())]; row.Only != "" {
		message = fmt.Sprintf("the goroutine started at %s may find %[2]s.%[3]s closed: the server closes it when %[4]s",
			p.Where(start, at.Node().Pos()), name, row.Only, u.end.how)
	}
	p.Report(check.Finding{
		At:      at.Node().(ast.Expr),
		Message: message,
		Trace: []check.Hop{
			{Pos: u.end.pos, Message: "is given to the handler here"},
			without,
		},
		Doubts: doubts,
		Fix:    u.fixPooled(p),
	})
}

// given returns the parameter that the server uses again.
func (u *outliver) given(p *check.Pass) *types.Var {
	return p.TypesInfo.Uses[u.uses[0].Node().(*ast.Ident)].(*types.Var)
}

// fixPooled gives the literal a copy under the same name, where it only reads.
//
//	go func() { … }()  →  go func(c *gin.Context) { … }(c.Copy())
func (u *outliver) fixPooled(p *check.Pass) *edit.Fix {
	id := u.uses[0].Node().(*ast.Ident)
	row := catalog.PooledParams[callmatch.TypeName(p.TypesInfo.TypeOf(id))]
	g, ok := u.start.Node().(*ast.GoStmt)
	if row.Copy == "" || u.lit == nil || !ok || len(g.Call.Args) > 0 || u.lit.Type.Params.NumFields() > 0 {
		return nil
	}
	for _, use := range u.uses {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || sel.X != use.Node() || !row.Reads[sel.Sel.Name] {
			return nil
		}
	}
	named := callmatch.Named(p.TypesInfo.TypeOf(id))
	e := p.Edit(g.Pos())
	pkg := e.Import(g.Pos(), named.Obj().Pkg().Path(), named.Obj().Pkg().Name())
	e.Insert(u.lit.Type.Params.Closing, id.Name+" *"+pkg+"."+named.Obj().Name())
	e.Insert(g.Call.Rparen, id.Name+"."+row.Copy+"()")
	return e.Fix("Give the goroutine a copy of "+id.Name, "")
}
