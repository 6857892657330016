package noshutdown

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/serving"
	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// fixNoShutdown shuts the server down after the receive for which the function waits:
//
//	<-quit
//	if err := lifecycle.DrainAndShutdown(context.Background(), srv); err != nil {
//		log.Print(err)
//	}
//
// It is for a server that a goroutine of the function runs: an http.Server with a name there, or
// http.ListenAndServe, which gets one. Without the runtime package it pauses, so that load
// balancers notice, and limits the shutdown.
func fixNoShutdown(p *check.Pass, body *ast.BlockStmt, call *ast.CallExpr) *edit.Fix {
	if call.Pos() < body.Pos() || call.Pos() > body.End() {
		return nil
	}
	start, wait := waitOf(body, call)
	if wait == nil {
		return nil
	}
	e := p.Edit(wait.Pos())
	name := nameServer(p, e, call, start, wait)
	if name == "" {
		return nil
	}
	drainAfter(p, e, wait, name)
	return e.Fix("Shut "+strings.TrimPrefix(name, "&")+" down after the signal", "after the signal it serves for 3s more, and requests in flight get 10s")
}

// nameServer returns the text of a pointer to the server that a call in a goroutine runs, "" if
// there is none after it. An error of the call no longer ends the program if the server was shut down.
func nameServer(p *check.Pass, e *edit.Builder, call *ast.CallExpr, start *ast.GoStmt, wait ast.Stmt) string {
	name, with := "", p.Source(call)
	if callmatch.CalleeName(p.TypesInfo, call) == "net/http.ListenAndServe" && len(call.Args) == 2 {
		http, time := e.Import(call.Pos(), "net/http", "http"), e.Import(call.Pos(), "time", "time")
		name = syntax.Fresh(p, wait.Pos(), "srv", "httpServer")
		handler := ""
		if !p.TypesInfo.Types[call.Args[1]].IsNil() {
			handler = ", Handler: " + p.Source(call.Args[1])
		}
		e.Before(start, name+" := &"+http+".Server{Addr: "+p.Source(call.Args[0])+handler+", ReadHeaderTimeout: 10 * "+time+".Second}")
		with = name + ".ListenAndServe()"
	} else if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		srv, ok := ast.Unparen(sel.X).(*ast.Ident)
		if !ok || !callmatch.IsType(p.TypesInfo.TypeOf(srv), "net/http.Server") || !visibleAt(p, srv, wait) {
			return ""
		}
		name = syntax.ServerText(p, srv, sel)
	}
	switch {
	case serving.FatalOf(p, call) != nil:
		if serving.LetClosedPass(p, e, call, with) == "" {
			return ""
		}
	case with != p.Source(call):
		e.Replace(call.Pos(), call.End(), with)
	}
	return name
}

// drainAfter shuts a server down after a statement.
func drainAfter(p *check.Pass, e *edit.Builder, wait ast.Stmt, srv string) {
	indent := e.Indent(wait.Pos())
	log, ctx := e.Import(wait.Pos(), "log", "log"), e.Import(wait.Pos(), "context", "context")
	if !p.Stdlib() {
		drain := e.Import(wait.Pos(), p.Lifecycle(), "lifecycle") + ".DrainAndShutdown"
		e.Insert(wait.End(), "\n"+indent+syntax.Lines(indent, "if err := "+drain+"("+ctx+".Background(), "+srv+"); err != nil {", "\t"+log+".Print(err)", "}"))
		return
	}
	time := e.Import(wait.Pos(), "time", "time")
	limited, cancel := syntax.Fresh(p, wait.Pos(), "shutdownCtx"), syntax.Fresh(p, wait.Pos(), "cancelShutdown")
	e.Insert(wait.End(), "\n"+indent+syntax.Lines(indent,
		time+".Sleep(3 * "+time+".Second)",
		limited+", "+cancel+" := "+ctx+".WithTimeout("+ctx+".Background(), 10*"+time+".Second)",
		"defer "+cancel+"()",
		"if err := "+strings.TrimPrefix(srv, "&")+".Shutdown("+limited+"); err != nil {", "\t"+log+".Print(err)", "}"))
}

// waitOf returns the go statement of a block that contains the call, and the first one after it
// that receives a value, and does nothing else; nil if there are no such two.
func waitOf(body *ast.BlockStmt, call *ast.CallExpr) (start *ast.GoStmt, wait ast.Stmt) {
	for _, stmt := range body.List {
		if stmt.Pos() <= call.Pos() && call.End() <= stmt.End() {
			start, _ = stmt.(*ast.GoStmt)
		}
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok || start == nil {
			continue
		}
		if recv, ok := ast.Unparen(expr.X).(*ast.UnaryExpr); ok && recv.Op == token.ARROW {
			return start, stmt
		}
	}
	return nil, nil
}

// visibleAt reports whether the variable that an identifier names is the same at a statement.
func visibleAt(p *check.Pass, id *ast.Ident, stmt ast.Stmt) bool {
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == nil {
		return false
	}
	_, at := p.Pkg.Scope().Innermost(stmt.Pos()).LookupParent(id.Name, stmt.Pos())
	return at == v
}
