package signals

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// findServing decides for every function of the package whether it serves.
func (r *Result) findServing() {
	servers := make(map[types.Object]bool) // those that are known before the package is
	for changed := true; changed; {
		changed = false
		for fn, decl := range r.decls {
			if !slices.ContainsFunc(r.mentions[fn], func(used types.Object) bool { return r.mayMakeServe(servers, used) }) {
				continue
			}
			if call := r.ServingCall(decl.Body); !r.serves[fn] && call != nil {
				r.serves[fn], r.accepts[fn], changed = true, r.Accepts(call), true
				r.leaves[fn] = r.Leaves(call) || leavesLoop(r.pass.TypesInfo, decl.Body, call)
			}
			if !r.spawns[fn] && r.Spawned(decl.Body) != nil {
				r.spawns[fn], changed = true, true
			}
		}
	}
	for changed := true; changed; { // by the calls that serve, directly or not
		changed = false
		for fn := range r.serves {
			if call := r.ServingCall(r.decls[fn].Body); !r.scraped[fn] && call != nil && r.Scraped(call) {
				r.scraped[fn], changed = true, true
			}
		}
	}
}

// mayMakeServe reports whether what calls obj may serve by that. What is known of a function that is
// not of the package is kept in known.
func (r *Result) mayMakeServe(known map[types.Object]bool, obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	may, seen := known[fn]
	if !seen {
		may = r.Serves(fn) || catalog.Accepts[callmatch.Name(fn)]
		known[fn] = may
	}
	return may || r.serves[fn] || r.spawns[fn]
}

// Serves reports whether fn, of any package, serves until it is stopped.
func (r *Result) Serves(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	fn = fn.Origin()
	_, known := catalog.Serving[callmatch.Name(fn)]
	return known || r.serves[fn] || r.fact(fn).Serves || servesByName(fn)
}

// servesByName reports whether fn is the method of an interface that an http.Server has, too:
// ListenAndServe, which is given nothing and gives an error.
func servesByName(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Name() == "ListenAndServe" && sig.Recv() != nil && types.IsInterface(sig.Recv().Type()) &&
		sig.Params().Len() == 0 && sig.Results().Len() == 1 && callmatch.IsError(sig.Results().At(0).Type())
}

// Scraped reports whether a call serves metrics only: a scraper repeats a failed request.
func (r *Result) Scraped(call *ast.CallExpr) bool {
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	if fn == nil {
		return false
	}
	fn = fn.Origin()
	return catalog.Scraped[callmatch.Name(fn)] || r.scraped[fn] || r.fact(fn).Scraped
}

// Accepts reports whether a call serves with a loop that accepts connections, or is the call in that loop.
func (r *Result) Accepts(call *ast.CallExpr) bool {
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	if fn == nil {
		return false
	}
	fn = fn.Origin()
	return catalog.Accepts[callmatch.Name(fn)] || r.accepts[fn] || r.fact(fn).Accepts
}

// Leaves reports whether a call serves with a loop that ends when it cannot accept a connection.
func (r *Result) Leaves(call *ast.CallExpr) bool {
	fn := callmatch.Callee(r.pass.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && (r.leaves[fn.Origin()] || r.fact(fn.Origin()).Leaves)
}

// leavesLoop reports whether an if after the call that accepts, in the same block, tests its error and
// always returns or breaks:
//
//	conn, err := ln.Accept()
//	if err != nil {
//		return err
//	}
func leavesLoop(info *types.Info, body *ast.BlockStmt, call *ast.CallExpr) bool {
	leaves := false
	ast.Inspect(body, func(n ast.Node) bool {
		list := astindex.Stmts(n)
		for i, stmt := range list {
			assign, ok := stmt.(*ast.AssignStmt)
			if !ok || len(assign.Rhs) != 1 || ast.Unparen(assign.Rhs[0]) != ast.Expr(call) || i+1 == len(list) {
				continue
			}
			test, ok := list[i+1].(*ast.IfStmt)
			leaves = ok && callmatch.TestedError(info, test.Cond) != nil && len(test.Body.List) > 0 && ends(test.Body.List[len(test.Body.List)-1])
		}
		return true
	})
	return leaves
}

// ends reports whether a statement leaves the loop around it, or the function.
func ends(stmt ast.Stmt) bool {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return stmt.Tok == token.BREAK
	}
	return false
}

// ServingCall returns the call by which body serves: one that body makes itself, or one
// that it makes in a goroutine, itself or by a function of the package that it passes
// something to, and then waits for; where it blocks forever, also one of a function that it
// passes nothing to. Calls whose address is a constant of the local host do not count: they
// serve the developer only.
func (r *Result) ServingCall(body *ast.BlockStmt) *ast.CallExpr {
	w := &walker{Result: r}
	w.walk(body)
	switch {
	case w.direct != nil:
		return w.direct
	case w.spawned != nil && w.waits:
		return w.spawned
	case w.forever:
		return w.beside
	}
	return nil
}

// Stays reports whether a function with that body serves, starts what serves, or mentions
// what handles signals: it runs until it is stopped.
func (r *Result) Stays(body *ast.BlockStmt) bool {
	if r.ServingCall(body) != nil || r.Spawned(body) != nil {
		return true
	}
	stays := false
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			stays = stays || r.toldBy(r.pass.TypesInfo.Uses[id])
		}
		return !stays
	})
	return stays
}

// toldBy reports whether obj, of any package, handles signals.
func (r *Result) toldBy(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if ok {
		obj = fn.Origin()
	}
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	if _, known := catalog.Notifies[callmatch.Name(fn)]; ok && known {
		return true
	}
	return (r.traits[obj] | r.fact(obj).Traits).Has(Handles)
}

// Spawned returns the call by which body serves in a goroutine that it does not wait for
// itself, or the call of a function that does so.
func (r *Result) Spawned(body *ast.BlockStmt) *ast.CallExpr {
	w := &walker{Result: r}
	w.walk(body)
	switch {
	case w.waits:
		return nil
	case w.spawned == nil:
		return w.beside
	}
	return w.spawned
}
