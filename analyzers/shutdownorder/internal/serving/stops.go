package serving

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/servers"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// itself is the path of a server that the method is called on, and not a field of it.
const itself = "-"

// Served returns the path from what a call is made on to the server that it serves with, "" if it does
// not serve. Methods of other packages serve with a server in a field.
func Served(p *check.Pass, call *ssa.CallCommon) string {
	return servedBy(p, ssaflow.Object(call))
}

func servedBy(p *check.Pass, fn *types.Func) string {
	if _, ok := catalog.Serving[callmatch.Name(fn)]; ok {
		return itself
	}
	return servers.Of(p.Pass).Fact(fn).Serves
}

// Itself reports whether a call serves with the server that it is made on.
func Itself(p *check.Pass, call *ssa.Call) bool { return Served(p, &call.Call) == itself }

// stopped is Served for calls that shut a server down whose serving call returns at once.
func stopped(p *check.Pass, fn *types.Func) string {
	if catalog.ServerStops[callmatch.Name(fn)].Returns {
		return itself
	}
	return servers.Of(p.Pass).Fact(fn).Stops
}

// EarlyStops returns the calls that shut down a server whose serving call returns at once.
func EarlyStops(p *check.Pass) []*ssa.Call {
	return callsOf(p, func(fn *types.Func) bool { return stopped(p, fn) != "" })
}

// StopsServer reports whether a call shuts down the server that another one serves with.
func StopsServer(p *check.Pass, stop, serve *ssa.Call) bool {
	server := ServerOf(p, serve)
	return server != nil && ServerOf(p, stop) == server && stopped(p, ssaflow.Object(&stop.Call)) == Served(p, &serve.Call)
}

// StopOf returns the one of stops that shuts down the server that a method value serves with.
func StopOf(p *check.Pass, serve *ast.SelectorExpr, stops []*ssa.Call) *ssa.Call {
	fn, _ := p.TypesInfo.Uses[serve.Sel].(*types.Func)
	server := syntax.VariableOf(p, serve.X)
	for _, stop := range stops {
		path := stopped(p, ssaflow.Object(&stop.Call))
		if fn != nil && server != nil && ServerOf(p, stop) == server && path == servedBy(p, fn) {
			return stop
		}
	}
	return nil
}

// StopBeside returns the one of stops that shuts down the server of a serving call in another goroutine.
func StopBeside(p *check.Pass, serve *ssa.Call, stops []*ssa.Call) *ssa.Call {
	for _, stop := range stops {
		if StopsServer(p, stop, serve) && InGoroutine(ssaflow.Of(p.Pass), stop.Parent()) {
			return stop
		}
	}
	return nil
}
