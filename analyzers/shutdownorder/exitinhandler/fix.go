package exitinhandler

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fix logs the error without an exit, answers the request, and returns:
//
//	log.Fatal(err)  →  log.Print(err)
//	                   http.Error(w, "Internal Server Error", http.StatusInternalServerError)
//	                   return
//
// A handler with an error as its only result returns the error instead. There is none for an
// exit outside of the handler itself, since its callers rely on the end, nor where the handler
// has other results.
func fix(p *check.Pass, stmt inspector.Cursor, call *ast.CallExpr, e *entry) *edit.Fix {
	begins := chainStart(p, call)
	name, ok := catalog.WithoutExit[callmatch.CalleeName(p.TypesInfo, begins)]
	sel, isSel := ast.Unparen(begins.Fun).(*ast.SelectorExpr)
	if !ok || !isSel || !e.own {
		return nil
	}
	b := p.Edit(call.Pos())
	log := p.Source(sel.X) + "." + name + b.Text(begins.Lparen, call.End())
	sig := signatureOf(p, e.fn)
	lines, title := leave(p, b, call, sig, log)
	switch next, _ := stmt.NextSibling(); {
	case isReturn(next) && len(lines) < 2:
		lines, title = []string{log}, "Log the error without an exit"
	case isReturn(next), sig.Results().Len() == 0 && returnsAfter(stmt):
		lines = lines[:len(lines)-1]
	}
	if lines == nil {
		return nil
	}
	if !strings.HasPrefix(lines[0], log) {
		b.DropImport(sel)
	}
	b.Replace(stmt.Node().Pos(), stmt.Node().End(), strings.Join(lines, "\n"+b.Indent(stmt.Node().Pos())))
	return b.Fix(title, "the process keeps running")
}

// isReturn reports whether a cursor is at a return; that of no sibling is at nothing.
func isReturn(cur inspector.Cursor) bool {
	if !cur.Valid() {
		return false
	}
	_, ok := cur.Node().(*ast.ReturnStmt)
	return ok
}

// returnsAfter reports whether the function returns after a statement without one there: it is the last of its
// branches, and what follows them is a return or the end of the function.
func returnsAfter(stmt inspector.Cursor) bool {
	for {
		if next, ok := stmt.NextSibling(); ok {
			return isReturn(next)
		}
		around := stmt.Parent().Parent()
		switch around.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return true
		case *ast.IfStmt:
		default:
			return false
		}
		for {
			if _, elseIf := around.Parent().Node().(*ast.IfStmt); !elseIf {
				break
			}
			around = around.Parent()
		}
		stmt = around
	}
}

// chainStart returns the call that a chain of calls which exits begins with, the call itself if it is none:
//
//	log.Fatal().Err(err).Msg("not written")
func chainStart(p *check.Pass, call *ast.CallExpr) *ast.CallExpr {
	first := call
	for catalog.ExitChains[callmatch.CalleeName(p.TypesInfo, call)] && !catalog.ExitChainStarts[callmatch.CalleeName(p.TypesInfo, first)] {
		sel, ok := ast.Unparen(first.Fun).(*ast.SelectorExpr)
		if !ok {
			return call
		}
		inner, ok := ast.Unparen(sel.X).(*ast.CallExpr)
		if !ok {
			return call
		}
		first = inner
	}
	return first
}

// leave returns the lines with which a handler ends, and what they do; none where its results
// are not known. The last of those that begin with the one that logs returns.
func leave(p *check.Pass, b *edit.Builder, call *ast.CallExpr, sig *types.Signature, log string) (lines []string, title string) {
	results := sig.Results()
	if results.Len() == 0 {
		w := writerOf(sig)
		if w == "" {
			return []string{log, "return"}, "Log the error, and return"
		}
		http := b.Import(call.Pos(), "net/http", "http")
		status := http + ".StatusInternalServerError"
		return []string{log, http + ".Error(" + w + ", " + http + ".StatusText(" + status + "), " + status + ")", "return"},
			"Log the error, answer with status 500, and return"
	}
	if err := errorIn(p, call); results.Len() == 1 && err != "" && callmatch.IsError(results.At(0).Type()) {
		return []string{"return " + err}, "Return " + err
	}
	return nil, ""
}

// errorIn returns the variable with an error that a call is given, "" if there is none.
func errorIn(p *check.Pass, call *ast.CallExpr) (name string) {
	ast.Inspect(call, func(n ast.Node) bool {
		inner, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		for _, arg := range inner.Args {
			if id, ok := ast.Unparen(arg).(*ast.Ident); ok && name == "" && callmatch.IsError(p.TypesInfo.TypeOf(id)) {
				name = id.Name
			}
		}
		return true
	})
	return name
}

// writerOf returns the name of the parameter that takes the response, "" if there is none.
func writerOf(sig *types.Signature) string {
	for v := range sig.Params().Variables() {
		if callmatch.IsType(v.Type(), "net/http.ResponseWriter") && v.Name() != "_" {
			return v.Name()
		}
	}
	return ""
}
