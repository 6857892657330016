package backgroundoverparam

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/scope"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// ofCallers is the kind of a context that all callers of the function have, and do not pass.
const ofCallers = "callers"

// callersContext returns the context that a function around cur is not given although every caller has
// one, nil if there is none. depth is how many functions in a row may do without.
//
//	func (s *Service) Best(ctx context.Context, zip string) (Quote, error) { return s.ask(zip) }
//	func (s *Service) ask(zip string) (Quote, error) { return s.carrier.Quote(context.Background(), zip) }
func callersContext(p *check.Pass, cur inspector.Cursor, depth int) *ctxscope.Source {
	calls := callsOf(p, cur)
	var found *ctxscope.Source
	for _, call := range calls {
		at := syntax.CursorAt(cur, call.Expr)
		given := scope.AtHand(p, at)
		switch {
		case call.Go || intent.InGoroutine(at) || outlivesCaller(p, at):
			return nil // it may outlive the caller's context
		case given == nil && depth > 1:
			given = callersContext(p, at, depth-1)
		case given != nil && !endsBefore(p, at, given):
			return nil
		}
		if given == nil {
			return nil
		}
		if found == nil {
			found = &ctxscope.Source{Var: given.Var, Kind: ofCallers}
		}
	}
	return found
}

// endsBefore reports whether a context in scope may end while the call at cur runs, and not before.
func endsBefore(p *check.Pass, cur inspector.Cursor, given *ctxscope.Source) bool {
	fn, ok := astindex.FuncAround(cur)
	return ok && given.Kind != "field" && !ctxscope.AlwaysRoot(p.Pass, cur, given.Var) &&
		ctxend.At(p, cur, fixes.GivenExpr(p, fn, given), true) == nil
}

// callsOf returns the calls of the function around cur, nil where others may call it, or where its receiver
// has a context that its work may belong to.
func callsOf(p *check.Pass, cur inspector.Cursor) []astindex.Call {
	fn, ok := astindex.FuncAround(cur)
	for ok {
		if decl, isDecl := fn.Node().(*ast.FuncDecl); isDecl {
			obj, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
			index := astindex.Of(p.Pass)
			if len(ctxscope.Given(p.Pass, decl, cur.Node().Pos())) > 0 || obj == nil || obj.Exported() && p.Pkg.Name() != "main" || len(index.Values[obj]) > 0 {
				return nil
			}
			return index.Calls[obj]
		}
		fn, ok = syntax.CalledBy(p, fn)
	}
	return nil
}

// callDoubts are reasons for a function that does without the context of its callers, in how these call
// it.
func callDoubts(p *check.Pass, root inspector.Cursor) (list []check.Doubt) {
	if decl, ok := astindex.DeclAround(root).(*ast.FuncDecl); ok {
		fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
		if intent.Constructs(fn) || catalog.NewWords[catalog.Words(decl.Name.Name)[0]] {
			list = append(list, check.Doubting(verdict.Deliberate, decl.Name.Pos())) // what it makes may be kept
		}
	}
	for _, call := range callsOf(p, root) {
		at := syntax.CursorAt(root, call.Expr)
		pos, ends := intent.AtTheEndOf(p, at)
		if !ends && (committed(p, at) || failedUnder(p, at)) {
			pos, ends = call.Expr.Pos(), true
		}
		if ends {
			list = append(list, check.Doubting(verdict.Deliberate, pos))
		}
	}
	return list
}

func reportOfCallers(p *check.Pass, o *overParam) {
	call, root := o.sink.Call.Node().(*ast.CallExpr), o.root.Node().(*ast.CallExpr)
	p.Report(check.Finding{
		At: root,
		Message: fmt.Sprintf("%s keeps running after the caller's context is canceled: it is passed %s, and the callers do not pass their context (%s)",
			p.Name(call.Fun), p.Source(root), p.Where(o.given.Var.Pos(), root.Pos())),
		Trace:  []check.Hop{{Pos: o.given.Var.Pos(), Message: "a caller has this context"}},
		Doubts: append(o.doubts, callDoubts(p, o.root)...),
		Fix:    fixOfCallers(p, o.root),
	})
}

// fixOfCallers lets the callers pass their context, where all of them are in the file of the function,
// and have one.
//
//	func (s *Service) ask(ctx context.Context, zip string) (Quote, error)
func fixOfCallers(p *check.Pass, root inspector.Cursor) *edit.Fix {
	decl, ok := astindex.DeclAround(root).(*ast.FuncDecl)
	pkg := edit.ImportName(p.Pass, root.Node().Pos(), "context")
	if !ok || pkg == "" || decl.Body == nil || !freeParam(decl, "ctx") {
		return nil
	}
	e := p.Edit(root.Node().Pos())
	insert := func(pos token.Pos, text string, more bool) {
		if more {
			text += ", "
		}
		e.Insert(pos, text)
	}
	insert(decl.Type.Params.Opening+1, "ctx "+pkg+".Context", len(decl.Type.Params.List) > 0)
	for _, call := range callsOf(p, root) {
		at := syntax.CursorAt(root, call.Expr)
		given := scope.AtHand(p, at)
		if given == nil || astindex.FileOf(at) != astindex.FileOf(root) {
			return nil
		}
		insert(call.Expr.Lparen+1, given.Expr, len(call.Expr.Args) > 0)
	}
	fixes.PutInPlace(p, e, root, "ctx")
	return e.Fix("Pass the context of the callers to "+decl.Name.Name, "the work is canceled when the caller's context is canceled")
}

// freeParam reports whether no parameter or result of a function has the name.
func freeParam(decl *ast.FuncDecl, name string) bool {
	for _, list := range []*ast.FieldList{decl.Recv, decl.Type.Params, decl.Type.Results} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, id := range field.Names {
				if id.Name == name {
					return false
				}
			}
		}
	}
	return true
}
