package signals

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
)

// A Request is a call that registers for SIGINT and not for SIGTERM, and uses the result.
type Request struct {
	Call  *ast.CallExpr
	List  *ast.CompositeLit // the signals, if the call gets a list of them
	Stops bool              // the function that makes it serves, or stops a server
	by    types.Object
}

// Requests returns those of the package.
func (r *Result) Requests() []Request { return r.requests }

// Interrupter returns a mention of a function of another package that registers for SIGINT
// and not for SIGTERM, and where it does, nil if there is none.
func (r *Result) Interrupter() (found ast.Expr, asks string) {
	for _, file := range r.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && found == nil {
				fn, ok := r.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
				if !ok || fn.Pkg() == nil {
					return true
				}
				if fact := r.fact(fn.Origin()); fact.Traits&(Interrupts|Terminates) == Interrupts {
					found, asks = sel, fact.Asks
				}
			}
			return found == nil
		})
	}
	return found, asks
}

// ask returns what a call of obj registers for: by name, for all signals, or by an
// expression that is not known, which may be any.
func (r *Result) ask(obj types.Object, call *ast.CallExpr, from int) Traits {
	var traits Traits
	interrupt, kill := false, false
	args, list := call.Args[min(from, len(call.Args)):], r.listed(call)
	if list != nil {
		args = list.Elts
	}
	for _, arg := range args {
		name, known := "", false
		if sel, ok := ast.Unparen(arg).(*ast.SelectorExpr); ok {
			if sig := r.pass.TypesInfo.Uses[sel.Sel]; sig != nil && sig.Pkg() != nil && catalog.SignalPackages[sig.Pkg().Path()] {
				name, known = catalog.Signals[sig.Pkg().Path()+"."+sig.Name()], true
			}
		}
		if !known || name == "SIGTERM" {
			traits |= Handles | Terminates
		}
		if name != "" && name != "SIGKILL" {
			traits |= Handles
		}
		interrupt = interrupt || name == "SIGINT"
		kill = kill || name == "SIGKILL"
	}
	if len(call.Args) <= from {
		traits = Handles | Terminates
	}
	if interrupt && !kill && !traits.Has(Terminates) {
		r.requests = append(r.requests, Request{Call: call, List: list, by: obj})
	}
	return traits
}

// listed returns the literal of the signals that a call gets as a list, nil if there is none, or it may
// have been changed.
//
//	var ends = []os.Signal{os.Interrupt}
//	signal.Notify(c, ends...)
func (r *Result) listed(call *ast.CallExpr) *ast.CompositeLit {
	if !call.Ellipsis.IsValid() {
		return nil
	}
	value := ast.Unparen(call.Args[len(call.Args)-1])
	if id, ok := value.(*ast.Ident); ok {
		v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok {
			return nil
		}
		for _, file := range r.pass.Files {
			if found := localvar.Value(r.pass.TypesInfo, file, v); found != nil {
				value = found
			}
		}
	}
	list, _ := value.(*ast.CompositeLit)
	return list
}

// classify gives the traits that depend on what serves.
func (r *Result) classify() {
	for fn := range r.decls {
		r.traits[fn] |= r.served(fn)
	}
	for obj := range r.literals {
		r.traits[obj] |= r.served(obj)
	}
	r.requests = slices.DeleteFunc(r.requests, r.eaten)
	for i, q := range r.requests {
		if r.served(q.by).Has(MayServe) || r.stopsServer(q.by) {
			r.requests[i].Stops = true
		} else {
			at := r.pass.Fset.Position(q.Call.Pos())
			r.share(q.by, Interrupts, place.Of(r.pass, at), "")
		}
	}
}

// bodies returns what a function, or the initial value of a variable, can run:
// its body, and those of its function literals.
func (r *Result) bodies(obj types.Object) []*ast.BlockStmt {
	var list []*ast.BlockStmt
	if fn, ok := obj.(*types.Func); ok && r.decls[fn] != nil {
		list = append(list, r.decls[fn].Body)
	}
	for _, lit := range r.literals[obj] {
		list = append(list, lit.Body)
	}
	return list
}

// served returns what a function, or the initial value of a variable, serves.
func (r *Result) served(obj types.Object) (t Traits) {
	for _, body := range r.bodies(obj) {
		for _, call := range []*ast.CallExpr{r.ServingCall(body), r.Spawned(body)} {
			if call == nil {
				continue
			}
			t |= MayServe
			if !r.Scraped(call) && !r.profiles(call) {
				t |= ServesRequests
			}
		}
	}
	return t
}

// profiles reports whether a call serves what imported packages register with net/http, and one of
// them is that of profiles.
func (r *Result) profiles(call *ast.CallExpr) bool {
	w := &walker{Result: r}
	return w.imported(call) && slices.ContainsFunc(r.pass.Pkg.Imports(), func(pkg *types.Package) bool { return pkg.Path() == "net/http/pprof" })
}

func (r *Result) stopsServer(obj types.Object) bool {
	stops := false
	for _, body := range r.bodies(obj) {
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				_, known := catalog.ServerStops[callmatch.CalleeName(r.pass.TypesInfo, call)]
				stops = stops || known
			}
			return !stops
		})
	}
	return stops
}
