package servernotimeout

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/edge"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/loopbackaddr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// servesDevelopers returns where the code says that the server that f follows is reached by
// this machine's own users or by operators only: by its address, its handler, the names
// around it, or the listener that it is passed, in each place that serves it.
func servesDevelopers(f *valueflow.Flow) ast.Node {
	expr := f.Made.Node()
	if amp, ok := expr.(*ast.UnaryExpr); ok {
		expr = amp.X
	}
	if loopbackaddr.IsOfServer(f.P, expr) || servesOperators(f, expr) || namedForOperators(f.P, f.Made, addrOf(expr)) || servedWithLocal(f) {
		return expr
	}
	var local ast.Node
	for _, use := range f.Uses {
		call, ok := use.Parent().Parent().Node().(*ast.CallExpr)
		if !ok || !catalog.HTTPServerMethods[callmatch.CalleeName(f.P.TypesInfo, call)] {
			continue
		}
		if len(call.Args) == 0 || !loopbackaddr.Is(f.P, call.Args[0]) && !madeListener(f.P, use, call.Args[0]) {
			return nil
		}
		local = call
	}
	return local
}

// addrOf returns the address in the literal of a server, nil if it has none.
func addrOf(server ast.Node) ast.Expr {
	lit, ok := server.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	return astindex.LitField(lit, "Addr")
}

// servesOperators reports whether each handler that the server is seen to get, in the literal
// lit or later, answers operators only. One that gets none has the default mux, unless its
// handler may be set elsewhere.
func servesOperators(f *valueflow.Flow, lit ast.Node) bool {
	var handlers []ast.Expr
	if lit, ok := lit.(*ast.CompositeLit); ok {
		if handler := astindex.LitField(lit, "Handler"); handler != nil {
			handlers = append(handlers, handler)
		}
	}
	for _, use := range f.Uses {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || !isServerHandler(f.P, sel) {
			continue
		}
		kind, i := use.Parent().ParentEdge()
		assign, ok := use.Parent().Parent().Node().(*ast.AssignStmt)
		if !ok || kind != edge.AssignStmt_Lhs || len(assign.Lhs) != len(assign.Rhs) {
			return false
		}
		handlers = append(handlers, assign.Rhs[i])
	}
	if len(handlers) > 0 {
		return !slices.ContainsFunc(handlers, func(h ast.Expr) bool { return !forOperators(f.P, h) })
	}
	for v := range f.Vars {
		if v.Embedded() {
			return false
		}
	}
	return len(f.Doubts) == 0 && forOperators(f.P, nil)
}

// servedWithLocal reports whether a function is passed the server, in the block that makes
// it, together with a listener of this machine, or one of [catalog.MetricsServers].
func servedWithLocal(f *valueflow.Flow) bool {
	for block := range f.Made.Enclosing((*ast.BlockStmt)(nil)) {
		for c := range block.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			args := call.Args
			i := slices.IndexFunc(args, func(arg ast.Expr) bool { return f.Vars[valueflow.Variable(f.P.TypesInfo, arg)] })
			if i >= 0 && catalog.MetricsServers[callmatch.CalleeName(f.P.TypesInfo, call)] {
				return true
			}
			if i >= 0 && i+1 < len(args) && callmatch.IsType(f.P.TypesInfo.TypeOf(args[i+1]), "net.Listener") && loopbackaddr.Is(f.P, args[i+1]) {
				return true
			}
		}
		break
	}
	return false
}
