package lostbatch

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// runCloses reports
//
//	func (p *Publisher) Add(e Event) {
//		p.buf = append(p.buf, e)
//		if p.timer == nil {
//			p.timer = time.AfterFunc(p.wait, p.flush)
//		}
//	}
//
//	func (p *Publisher) Close() error { return p.conn.Close() } // without p.flush()
//
// where nothing but what adds to the buffer, and a timer, hands it on. Loops are judged by the select
// that stops them.
func runCloses(p *check.Pass) {
	b := &batcher{p: p, loop: new(ast.EmptyStmt)}
	seen := make(map[*types.Var]bool)
	for _, decl := range astindex.Funcs(p.Pass) {
		owner := ownerOf(p, decl)
		if owner == nil || decl.Body == nil || p.Quiet(decl.Pos()) || selects(decl) {
			continue
		}
		for _, v := range b.grows(decl.Body) {
			stop := stopOf(p, owner)
			if !v.IsField() || seen[v] || stop == nil || len(stop.Body.List) == 0 || !b.ofReceiver(decl, v) {
				continue
			}
			seen[v] = true
			if flush := b.flushOf(v); flush != nil {
				b.judgeClose(owner, stop, v, flush)
			}
		}
	}
}

// selects reports whether a function waits in a select.
func selects(decl *ast.FuncDecl) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		_, is := n.(*ast.SelectStmt)
		found = found || is
		return !found
	})
	return found
}

// ownerOf returns the type that a method is of, nil for functions.
func ownerOf(p *check.Pass, decl *ast.FuncDecl) *types.Named {
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return nil
	}
	return callmatch.Named(fn.Signature().Recv().Type())
}

// ofReceiver reports whether a method uses v as a field of its receiver, or of what that holds: another value of the
// same type is not what the receiver's end is about.
func (b *batcher) ofReceiver(decl *ast.FuncDecl, v *types.Var) bool {
	recv := b.p.TypesInfo.Defs[decl.Name].(*types.Func).Signature().Recv()
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		found = found || ok && callmatch.Field(b.p.TypesInfo, sel) == v && callmatch.Root(b.p.TypesInfo, sel) == recv
		return !found
	})
	return found
}

// stopOf returns the method that ends a value of type t.
func stopOf(p *check.Pass, t *types.Named) *ast.FuncDecl {
	for _, name := range catalog.StopMethods {
		for fn := range t.Methods() {
			if fn.Name() != name || !catalog.EndsByName(name) {
				continue
			}
			if decl := astindex.Of(p.Pass).Decls[fn]; decl != nil && decl.Body != nil {
				return decl
			}
		}
	}
	return nil
}

// flushOf returns the function that stores what v has collected and empties it, where only functions
// that add to v call it, or a timer; nil if there is none, or more than one.
func (b *batcher) flushOf(v *types.Var) (found *ast.FuncDecl) {
	for _, decl := range astindex.Funcs(b.p.Pass) {
		if decl.Body == nil || !b.mentions(decl, v) || !b.stores(decl.Body, v) || !b.empties(decl.Body, v) {
			continue
		}
		if found != nil || !b.triggered(decl, v) {
			return nil
		}
		found = decl
	}
	return found
}

// mentions reports whether a function uses v.
func (b *batcher) mentions(decl *ast.FuncDecl, v *types.Var) bool {
	return slices.ContainsFunc(astindex.Of(b.p.Pass).Uses[v], func(id *ast.Ident) bool { return decl.Pos() <= id.Pos() && id.Pos() < decl.End() })
}

// triggered reports whether a function runs only when v has grown: it adds to v itself, or is called
// by what does, or by a timer.
func (b *batcher) triggered(decl *ast.FuncDecl, v *types.Var) bool {
	fn, _ := b.p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(b.p.Pass)
	grows := slices.Contains(b.grows(decl.Body), v)
	for _, call := range index.Calls[fn] {
		caller, ok := call.In.(*ast.FuncDecl)
		if !grows && (!ok || !slices.Contains(b.grows(caller.Body), v)) {
			return false
		}
	}
	for _, value := range index.Values[fn] {
		if !b.timed(value) {
			return false
		}
	}
	return grows || len(index.Calls[fn])+len(index.Values[fn]) > 0
}

// timed reports whether a function value is given to time.AfterFunc.
func (b *batcher) timed(value *ast.Ident) bool {
	cur, ok := b.p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().FindByPos(value.Pos(), value.End())
	if !ok {
		return false
	}
	for c := range cur.Enclosing((*ast.CallExpr)(nil)) {
		return callmatch.CalleeName(b.p.TypesInfo, c.Node().(*ast.CallExpr)) == "time.AfterFunc"
	}
	return false
}

func (b *batcher) judgeClose(owner *types.Named, stop *ast.FuncDecl, v *types.Var, flush *ast.FuncDecl) {
	name := owner.Obj().Name() + "." + v.Name()
	if b.reaches(stop.Body, v, 3) {
		b.p.Safe(stop.Name, name, verdict.Handled, stop.Name.Pos())
		return
	}
	var doubts []check.Doubt
	if flush.Name.IsExported() && !slices.Contains(b.grows(flush.Body), v) {
		doubts = append(doubts, check.Doubting(verdict.CallerDecides, flush.Name.Pos()))
	}
	b.p.Report(check.Finding{
		At: stop.Body.List[0],
		Message: fmt.Sprintf("what %s has collected is lost: %s.%s does not hand it on, as %s does",
			name, owner.Obj().Name(), stop.Name.Name, flush.Name.Name),
		Trace:  []check.Hop{{Pos: flush.Name.Pos(), Message: "handed on here"}},
		Doubts: doubts,
		Fix:    b.fixClose(stop, v, flush),
	})
}

// fixClose calls what hands on the rest first, where that needs nothing.
func (b *batcher) fixClose(stop *ast.FuncDecl, v *types.Var, flush *ast.FuncDecl) *edit.Fix {
	if flush.Recv == nil || flush.Type.Params.NumFields() > 0 || flush.Type.Results.NumFields() > 0 ||
		slices.Contains(b.grows(flush.Body), v) || len(stop.Recv.List[0].Names) == 0 || stop.Recv.List[0].Names[0].Name == "_" {
		return nil
	}
	e, call := b.p.Edit(stop.Pos()), stop.Recv.List[0].Names[0].Name+"."+flush.Name.Name+"()"
	e.Before(stop.Body.List[0], call)
	return e.Fix("Call "+call+" in "+stop.Name.Name, "what it has collected is handed on before it ends")
}
