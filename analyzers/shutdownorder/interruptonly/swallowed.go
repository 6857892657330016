package interruptonly

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportSwallowed reports a registration for SIGTERM where what receives the signals does nothing
// about it:
//
//	switch s {
//	case os.Interrupt:
//		cancel()
//	default:
//		log.Print("signal ", s)
//	}
//
// Silent where something follows the switch, where a switch of the package handles SIGTERM, and where
// the package registers for signals in another place as well.
func reportSwallowed(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	var asked *ast.SelectorExpr
	for _, to := range calls.All(p.Pass) {
		call := to.Expr
		name := to.Name
		if name == "os/signal.NotifyContext" || name == "os/signal.Notify" && asked != nil {
			return // another receiver may act on it
		}
		if name != "os/signal.Notify" || p.Quiet(call.Pos()) {
			continue
		}
		if i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return signalOf(p, arg) == "SIGTERM" }); i >= 0 {
			asked = call.Args[i].(*ast.SelectorExpr)
		}
	}
	var lost *ast.SwitchStmt
	for cur := range in.Root().Preorder((*ast.SwitchStmt)(nil)) {
		sw := cur.Node().(*ast.SwitchStmt)
		if sw.Tag == nil || callmatch.TypeName(p.TypesInfo.TypeOf(sw.Tag)) != "os.Signal" {
			continue
		}
		if _, more := cur.NextSibling(); more || !swallows(p, sw) {
			return
		}
		lost = sw
	}
	if asked == nil || lost == nil {
		return
	}
	p.Report(check.Finding{
		At: asked,
		Message: fmt.Sprintf("SIGTERM, which Kubernetes, docker stop and systemd send, has no effect until SIGKILL follows: the switch at %s does nothing about it",
			p.Where(lost.Pos(), asked.Pos())),
		Trace: []check.Hop{{Pos: lost.Pos(), Message: "handles SIGINT and not SIGTERM"}},
		Fix:   fixSwallowed(p, lost),
	})
}

// signalOf returns the name of the signal that an expression denotes, "" for what is not known.
func signalOf(p *check.Pass, expr ast.Expr) string {
	sel, ok := ast.Unparen(expr).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	obj := p.TypesInfo.Uses[sel.Sel]
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	if name := catalog.Signals[obj.Pkg().Path()+"."+obj.Name()]; name != "" || !catalog.SignalPackages[obj.Pkg().Path()] {
		return name
	}
	return obj.Name()
}

// swallows reports whether a switch acts on SIGINT, and at most logs SIGTERM.
func swallows(p *check.Pass, sw *ast.SwitchStmt) bool {
	acts := false
	for _, stmt := range sw.Body.List {
		clause := stmt.(*ast.CaseClause)
		names := make(map[string]bool)
		for _, expr := range clause.List {
			names[signalOf(p, expr)] = true
		}
		logs := onlyLogs(p, clause.Body)
		if (clause.List == nil || names["SIGTERM"] || names[""]) && !logs {
			return false
		}
		acts = acts || names["SIGINT"] && !logs
	}
	return acts
}

// onlyLogs reports whether statements are calls that log.
func onlyLogs(p *check.Pass, list []ast.Stmt) bool {
	return !slices.ContainsFunc(list, func(stmt ast.Stmt) bool {
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok {
			return true
		}
		call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
		if !ok {
			return true
		}
		fn := callmatch.Callee(p.TypesInfo, call)
		return fn == nil || catalog.Fatal(fn.Name()) || !logs(fn)
	})
}

func logs(fn *types.Func) bool {
	return catalog.LogsByName(fn.Name()) || catalog.Prints[callmatch.Name(fn)]
}
