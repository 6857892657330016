package shutdownorder

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

const servedChanges = "SIGTERM and SIGINT now end it in order, after a drain of 3s, and it returns nil then"

// fixNoSignalHandling lets lifecycle serve, which handles signals:
//
//	http.ListenAndServe(addr, h)  →  lifecycle.ListenAndServe(addr, h)
//	srv.ListenAndServe()          →  lifecycle.New(nil, "", nil, lifecycle.WithServer(srv)) and its Run
//	s.Serve(lis)                  →  lifecycle.Main, which stops s when the signal comes
func fixNoSignalHandling(p *check.Pass, call *ast.CallExpr) *edit.Fix {
	cur, ok := cursorOf(p, call)
	if !ok || unheard(cur) {
		return nil
	}
	name := callmatch.CalleeName(p.TypesInfo, call)
	row := catalog.Serving[name]
	switch {
	case row.Stop != "":
		return fixStoppable(p, cur, call, row.Stop)
	case row.Handler || name == "net/http.ListenAndServe":
		return fixHandler(p, cur, call, row.Handler)
	case name == "(*net/http.Server).ListenAndServe":
		return fixHTTPServer(p, cur, call)
	}
	return nil
}

// unheard reports whether the call runs in a goroutine that tells nobody when it
// is over: then main would wait on after an orderly end.
func unheard(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.SendStmt)(nil), (*ast.GoStmt)(nil)) {
		switch c.Node().(type) {
		case *ast.SendStmt:
			return false
		case *ast.GoStmt:
			return true
		}
	}
	return false
}

// fixHandler serves a handler, which is the receiver for web frameworks.
func fixHandler(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, framework bool) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || call.Ellipsis.IsValid() {
		return nil
	}
	e := p.Edit(call.Pos())
	serve := e.Import(call.Pos(), p.Lifecycle(), "lifecycle") + ".ListenAndServe"
	addr, handler := `""`, p.Source(sel.X) // "" is $PORT or :8080, as for gin
	if len(call.Args) > 0 {
		addr = p.Source(call.Args[0])
	}
	if !framework {
		handler = p.Source(call.Args[1])
		if !keepsHTTP(p, cur, sel) {
			return nil
		}
	}
	replaceServe(p, e, cur, fmt.Sprintf("%s(%s, %s)", serve, addr, handler))
	return e.Fix("Serve with "+serve, servedChanges)
}

// keepsHTTP reports whether the file still needs net/http without its serving
// functions.
func keepsHTTP(p *check.Pass, cur inspector.Cursor, sel *ast.SelectorExpr) bool {
	return edit.KeepsImport(p.TypesInfo, fileOf(cur), sel, func(sel *ast.SelectorExpr) bool {
		_, serves := catalog.Serving[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]
		return serves
	})
}

// fixHTTPServer hands an http.Server over.
func fixHTTPServer(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr) *edit.Fix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	stmt, inBlock := statement(cur)
	if !ok || !inBlock {
		return nil
	}
	e := p.Edit(call.Pos())
	lc := e.Import(call.Pos(), p.Lifecycle(), "lifecycle")
	srv := p.Source(sel.X)
	if _, pointer := p.TypesInfo.TypeOf(sel.X).Underlying().(*types.Pointer); !pointer {
		srv = "&" + srv
	}
	name := fresh(p, call.Pos(), "server")
	e.Before(stmt.Node(),
		fmt.Sprintf("%s := %s.New(nil, \"\", nil, %s.WithServer(%s))", name, lc, lc, srv),
		name+".MarkReady()")
	replaceServe(p, e, cur, name+".Run()")
	return e.Fix("Run "+srv+" with "+lc+".New", servedChanges)
}

// replaceServe puts another call in the place of the one at cur. One whose
// result goes straight to a fatal call gets a test around it, since the new one
// comes back without an error.
func replaceServe(p *check.Pass, e *edit.Builder, cur inspector.Cursor, with string) {
	call := cur.Node()
	stmt, ok := statement(cur)
	fatal := fatalCall(p, stmt.Node())
	if !ok || fatal == nil || len(fatal.Args) != 1 || ast.Unparen(fatal.Args[0]) != call {
		e.Replace(call.Pos(), call.End(), with)
		return
	}
	e.Replace(stmt.Node().Pos(), stmt.Node().End(), lines(e.Indent(stmt.Node().Pos()),
		"if err := "+with+"; err != nil {",
		"\t"+p.Source(fatal.Fun)+"(err)",
		"}"))
}
