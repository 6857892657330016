// Package outbound is a fact analyzer: it finds the functions that talk to another machine,
// directly or through functions they call. It reports nothing.
package outbound

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "outbound",
	Doc:        "find functions that talk to another machine",
	FactTypes:  []analysis.Fact{new(Fact), new(Has)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a function that sends something and waits for the result.
type Fact struct {
	Steps int // how many calls lead from it to the one that does, that one included
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (*Fact) String() string { return "sends" }

// Has is exported for a package in which some function has a Fact.
type Has struct{}

// AFact marks Has as a fact.
func (*Has) AFact() {}

// String is what tests compare.
func (*Has) String() string { return "has senders" }

// A Result answers questions about functions, of whatever package.
type Result struct {
	pass *analysis.Pass
	own  map[*types.Func]int // the steps
	any  bool
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass: pass, own: make(map[*types.Func]int)}
	if !r.mayCall() {
		return r, nil
	}
	r.any = true
	calls := make(map[*types.Func][]*types.Func)
	for fn, decl := range astindex.Funcs(pass) {
		calls[fn] = callees(pass, decl)
	}
	dispatched(pass, calls)
	r.close(calls)
	for fn, steps := range r.own {
		if fn.Exported() {
			pass.ExportObjectFact(fn, &Fact{steps})
		}
	}
	if len(r.own) > 0 {
		pass.ExportPackageFact(&Has{})
	}
	return r, nil
}

// callees returns the functions that a function calls and waits for.
func callees(pass *analysis.Pass, decl *ast.FuncDecl) (list []*types.Func) {
	for _, call := range Awaited(pass.TypesInfo, decl.Body) {
		if callee := callmatch.Callee(pass.TypesInfo, call); callee != nil {
			list = append(list, callee.Origin())
		}
	}
	return list
}

// Awaited returns the calls below a node that its function waits for. Those of a literal count where it is
// called, or passed to a call, and not where it is kept for later.
func Awaited(info *types.Info, root ast.Node) (list []*ast.CallExpr) {
	runs := make(map[ast.Expr]bool)
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false // nothing waits for it
		case *ast.FuncLit:
			return runs[n]
		case *ast.CallExpr:
			callee := callmatch.Callee(info, n)
			runs[ast.Unparen(n.Fun)] = true
			for _, arg := range n.Args {
				runs[ast.Unparen(arg)] = !later(callee)
			}
			list = append(list, n)
		}
		return true
	})
	return list
}

// later reports whether a function runs what it is passed in a goroutine, or at another time, as far as
// the catalog or its name says.
func later(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	_, starts := catalog.Starters[callmatch.Name(fn)]
	return starts || slices.ContainsFunc(catalog.Words(fn.Name()), func(w string) bool { return catalog.LaterWords[w] })
}

// close adds callers until nothing changes, each with the fewest steps.
func (r *Result) close(calls map[*types.Func][]*types.Func) {
	for changed := true; changed; {
		changed = false
		for fn, callees := range calls {
			for _, callee := range callees {
				steps, ok := r.Steps(callee)
				if was, known := r.own[fn]; ok && (!known || steps+1 < was) {
					r.own[fn] = steps + 1
					changed = true
				}
			}
		}
	}
}

// Sends reports whether fn talks to another machine.
func (r *Result) Sends(fn *types.Func) bool {
	_, ok := r.Steps(fn)
	return ok
}

// Steps returns how many calls lead from fn to one that talks to another machine, 0 if fn does so
// itself; it answers false if none is known.
func (r *Result) Steps(fn *types.Func) (steps int, ok bool) {
	if fn == nil {
		return 0, false
	}
	fn = fn.Origin()
	if catalog.Sends[callmatch.Name(fn)] || callmatch.IsStub(fn) {
		return 0, true
	}
	if fn.Pkg() == r.pass.Pkg {
		steps, ok = r.own[fn]
		return steps, ok
	}
	var fact Fact
	ok = r.pass.ImportObjectFact(fn, &fact)
	if callmatch.Foreign(r.pass, fn) {
		fact.Steps = min(fact.Steps, 1) // how a library is made inside is its own affair
	}
	return fact.Steps, ok
}

// Waits is Steps for a function that talks to another machine and returns when that has responded: one
// that only hands a message to the client library does not.
func (r *Result) Waits(fn *types.Func) (steps int, ok bool) {
	if remote, _ := WaitsForStore(fn); remote {
		return 0, true
	}
	if fn == nil || catalog.Buffers[callmatch.Name(fn)] {
		return 0, false
	}
	return r.Steps(fn)
}

// WaitsForStore reports whether fn is a call of a client library, given a context, and whether the other
// side is a database.
func WaitsForStore(fn *types.Func) (remote, store bool) {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Params().Len() == 0 {
		return false, false
	}
	client, ok := catalog.RemoteClients[fn.Pkg().Path()]
	return ok && callmatch.TypeName(fn.Signature().Params().At(0).Type()) == "context.Context", client.Store
}

// Any reports whether the package can call a function that talks to another machine.
func (r *Result) Any() bool { return r.any }

// roots are the packages of catalog.Sends.
var roots = map[string]bool{
	"net":                            true,
	"net/http":                       true,
	"net/rpc":                        true,
	"net/smtp":                       true,
	"crypto/tls":                     true,
	"golang.org/x/crypto/ssh":        true,
	"google.golang.org/grpc":         true,
	"github.com/gorilla/websocket":   true,
	"github.com/segmentio/kafka-go":  true,
	"github.com/rabbitmq/amqp091-go": true,
	"github.com/nats-io/nats.go":     true,
}

// mayCall is the fast path. The packages of the catalog themselves are described by it: their
// functions reach one another in ways that no caller waits for.
func (r *Result) mayCall() bool {
	if roots[r.pass.Pkg.Path()] {
		return false
	}
	for _, p := range r.pass.Pkg.Imports() {
		if _, client := catalog.RemoteClients[p.Path()]; client {
			r.any = true
		}
		if roots[p.Path()] || r.pass.ImportPackageFact(p, new(Has)) {
			return true
		}
	}
	return false
}
