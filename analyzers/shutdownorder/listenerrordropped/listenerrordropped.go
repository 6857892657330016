// Package listenerrordropped is the check shutdownorder/listen-error-dropped: server that cannot listen
// goes unnoticed: its error is dropped.
package listenerrordropped

import (
	"embed"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/loss"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed listenerrordropped.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "listen-error-dropped",
	Title:      "server that cannot listen goes unnoticed: its error is dropped",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go http.ListenAndServe(":8080", mux)
//
// and the same in a statement of its own, or assigned to the blank identifier, for servers that listen
// themselves: the usual error is that of an address in use. Silent for those that are given a listener,
// whose errors come from elsewhere, and for frameworks that print the error. An error that is only logged
// in a goroutine is reported where the program waits for a signal: it waits without the server. So is a goroutine
// that accepts connections until any error, see accept.go.
func run(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		if p.Quiet(call.Pos()) {
			continue
		}
		if catalog.AcceptsConn[to.Name] {
			reportAccept(p, cur)
		}
		if !serves(p, call) {
			continue
		}
		if stmt := dropping(cur); stmt == nil {
			reportLogged(p, cur)
		} else if listens(p, call) {
			report(p, cur, stmt)
		}
	}
}

func report(p *check.Pass, cur inspector.Cursor, stmt ast.Stmt) {
	call := cur.Node().(*ast.CallExpr)
	doubts := forDevelopers(p, call)
	if _, blank := stmt.(*ast.AssignStmt); blank && (!started(p, cur, stmt) || p.SaysBeside(stmt.Pos(), "errserverclosed", "closed")) {
		doubts = append(doubts, check.Doubting(verdict.BlankError, stmt.Pos()))
	}
	p.Report(check.Finding{
		At: call.Fun,
		Message: fmt.Sprintf("a server that cannot listen, as when its address is in use, goes unnoticed: the error of %s is dropped",
			p.Name(call.Fun)),
		Doubts: doubts,
		Fix:    fix(p, cur, stmt),
	})
}

// forDevelopers returns the doubt about a server that does not answer users.
func forDevelopers(p *check.Pass, call *ast.CallExpr) []check.Doubt {
	if loss.ServesProfiles(p, call) || signals.Of(p.Pass).Scraped(call) || ofThisHost(p, call) {
		return []check.Doubt{check.Doubting(verdict.Endpoint, call.Pos())}
	}
	return nil
}

// started reports whether a goroutine runs the statement that drops the error: the program continues
// without the server. Where none does, the program ends with the server, which is noticed.
func started(p *check.Pass, cur inspector.Cursor, stmt ast.Stmt) bool {
	if _, goes := stmt.(*ast.GoStmt); goes {
		return true
	}
	fn, ok := astindex.FuncAround(cur)
	return ok && astindex.Of(p.Pass).OnlyInGoroutines(p.TypesInfo, fn.Node())
}

// serves reports whether a call serves, itself or by what it calls, and can fail.
func serves(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && callmatch.CanFail(fn.Signature()) && signals.Of(p.Pass).Serves(fn)
}

// listens reports whether a call serves, and listens before that.
func listens(p *check.Pass, call *ast.CallExpr) bool {
	fn := callmatch.Callee(p.TypesInfo, call)
	row, ok := catalog.Serving[callmatch.Name(fn)]
	if !ok || catalog.PrintsListenErrors[callmatch.Name(fn)] {
		return false
	}
	return strings.HasPrefix(row.Args, "addr") || row.Recv == "server" && !strings.HasPrefix(row.Args, "listener")
}

// dropping returns the statement that drops the result of a call, nil if something gets it.
func dropping(cur inspector.Cursor) ast.Stmt {
	switch stmt := cur.Parent().Node().(type) {
	case *ast.ExprStmt:
		return stmt
	case *ast.GoStmt:
		return stmt
	case *ast.AssignStmt:
		if id, ok := stmt.Lhs[0].(*ast.Ident); ok && len(stmt.Lhs) == 1 && id.Name == "_" {
			return stmt
		}
	}
	return nil
}

// ofThisHost reports whether the address is one of this host.
func ofThisHost(p *check.Pass, call *ast.CallExpr) bool {
	if len(call.Args) == 0 {
		return false
	}
	if _, ok := p.TypesInfo.TypeOf(call.Args[0]).Underlying().(*types.Basic); !ok {
		return false
	}
	addr := p.TypesInfo.Types[call.Args[0]].Value
	return addr != nil && addr.Kind() == constant.String && catalog.ThisHostOnly(constant.StringVal(addr))
}
