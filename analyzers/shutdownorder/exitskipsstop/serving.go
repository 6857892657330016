package exitskipsstop

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// reportServing reports
//
//	func (d *Daemon) upgrade() {
//		…
//		os.Exit(0) // while d.srv serves
//	}
//
// an exit that tells of no failure, in a method of what has a server, where neither the method nor what it calls
// shuts that down.
func reportServing(p *check.Pass, cur inspector.Cursor, exit *ast.CallExpr) {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	if !ok || decl.Recv == nil || !succeeds(p, exit) {
		return
	}
	server := serverOf(p, decl)
	if server == nil || stopsServer(p, decl.Body, 3) {
		return
	}
	p.Report(check.Finding{
		At: exit,
		Message: fmt.Sprintf("requests in flight are dropped: %s ends the process while %s serves, and %s does not shut it down",
			p.Source(exit.Fun), server.Name(), decl.Name.Name),
		Trace: []check.Hop{{Pos: server.Pos(), Message: "the server"}},
	})
}

// succeeds reports whether an exit has the status of a success.
func succeeds(p *check.Pass, exit *ast.CallExpr) bool {
	if callmatch.CalleeName(p.TypesInfo, exit) != "os.Exit" {
		return false
	}
	status := p.TypesInfo.Types[exit.Args[0]].Value
	return status != nil && constant.Sign(status) == 0
}

// serverOf returns the field of a method's receiver that is a server, nil if it has none.
func serverOf(p *check.Pass, decl *ast.FuncDecl) *types.Var {
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	named := syntax.ReceiverType(fn)
	if named == nil {
		return nil
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for field := range st.Fields() {
		if callmatch.TypeName(callmatch.Deref(field.Type())) == "net/http.Server" || callmatch.TypeName(callmatch.Deref(field.Type())) == "google.golang.org/grpc.Server" {
			return field
		}
	}
	return nil
}

// stopsServer reports whether a body, or a function of the package that it mentions, depth deep, shuts a server down.
func stopsServer(p *check.Pass, body ast.Node, depth int) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found {
			return !found
		}
		fn, _ := p.TypesInfo.Uses[id].(*types.Func)
		if _, stops := catalog.ServerStops[callmatch.Name(fn)]; stops {
			found = true
		} else if decl := syntax.IndexDecl(p, fn); decl != nil && decl.Body != nil && depth > 0 {
			found = stopsServer(p, decl.Body, depth-1)
		}
		return !found
	})
	return found
}
