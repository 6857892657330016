package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A mutant is a program with one statement, or one field of a literal, taken out.
type mutant struct {
	kind     string
	from, to token.Pos
	text     string // what was there
	field    bool   // of a literal
}

// mutants returns those of one file.
func mutants(info *types.Info, file *ast.File) []mutant {
	var list []mutant
	add := func(kind string, n ast.Node) {
		if kind != "" {
			_, field := n.(*ast.KeyValueExpr)
			list = append(list, mutant{kind, n.Pos(), n.End(), types.ExprString(shown(n)), field})
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			if call, ok := n.X.(*ast.CallExpr); ok {
				add(callKind(info, call, false), n)
			}
		case *ast.DeferStmt:
			add(callKind(info, n.Call, true), n)
		case *ast.CompositeLit:
			for _, elt := range n.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok {
					add(limitKind(info, n, kv), kv)
				}
			}
		case *ast.AssignStmt:
			if sel, ok := n.Lhs[0].(*ast.SelectorExpr); ok && len(n.Lhs) == 1 {
				add(limits[named(info.TypeOf(sel.X))+"."+sel.Sel.Name], n)
			}
		}
		return true
	})
	return list
}

// shown returns the expression that identifies a mutant's place.
func shown(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.ExprStmt:
		return n.X
	case *ast.DeferStmt:
		return n.Call
	case *ast.KeyValueExpr:
		return n.Key
	case *ast.AssignStmt:
		return n.Lhs[0]
	}
	return ast.NewIdent("")
}

// methods are the kinds of methods of the standard library and of x/sync.
var methods = map[string]string{
	"sync.Mutex.Unlock": "unlock", "sync.RWMutex.Unlock": "unlock", "sync.RWMutex.RUnlock": "unlock", "sync.Locker.Unlock": "unlock",
	"sync.WaitGroup.Wait": "wait", "sync.WaitGroup.Done": "done", "golang.org/x/sync/errgroup.Group.Wait": "wait",
	"time.Ticker.Stop": "ticker", "time.Timer.Stop": "ticker",
}

// callKind returns the kind of mutant that a program without the call is.
func callKind(info *types.Info, call *ast.CallExpr, deferred bool) string {
	fun := ast.Unparen(call.Fun)
	if id, ok := fun.(*ast.Ident); ok && info.Uses[id] == types.Universe.Lookup("close") {
		return "close"
	}
	if name := named(info.TypeOf(fun)); name == "context.CancelFunc" || name == "context.CancelCauseFunc" {
		return "cancel"
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return ""
	}
	if kind := methods[named(fn.Signature().Recv().Type())+"."+fn.Name()]; kind != "" {
		return kind
	}
	switch fn.Name() {
	case "Stop", "Shutdown":
		return "stop"
	case "Close":
		if deferred {
			return "deferred close"
		}
	}
	return ""
}

// limits are the fields that limit how long something takes, with the kind of mutant that
// a program without one is. Reading a request and waiting for a response have to be limited;
// writing and idling are limited with them, as far as anything can be held open.
var limits = map[string]string{
	"net/http.Server.ReadHeaderTimeout": "timeout", "net/http.Server.ReadTimeout": "timeout",
	"net/http.Client.Timeout": "timeout", "net/http.Transport.ResponseHeaderTimeout": "timeout",
	"net/http.Server.WriteTimeout": "other timeout", "net/http.Server.IdleTimeout": "other timeout", "net.Dialer.Timeout": "other timeout",
}

// twins limit the same: without one of them the other still does.
var twins = map[string]string{"ReadHeaderTimeout": "ReadTimeout", "ReadTimeout": "ReadHeaderTimeout"}

func limitKind(info *types.Info, lit *ast.CompositeLit, kv *ast.KeyValueExpr) string {
	key, ok := kv.Key.(*ast.Ident)
	if !ok {
		return ""
	}
	if twin := twins[key.Name]; twin != "" && slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		other, ok := kv.Key.(*ast.Ident)
		return ok && other.Name == twin
	}) {
		return "other timeout"
	}
	return limits[named(info.TypeOf(lit))+"."+key.Name]
}

// named returns the path and name of a type, or of what it points to.
func named(t types.Type) string {
	if t == nil {
		return ""
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// without returns the source of the mutant: blanks in place of what is taken out, so
// that all lines and columns stay.
func (m *mutant) without(source []byte, base int) []byte {
	out := append([]byte(nil), source...)
	from, to := int(m.from)-base, int(m.to)-base
	for i := from; i < to; i++ {
		if out[i] != '\n' {
			out[i] = ' '
		}
	}
	if rest := strings.TrimLeft(string(out[to:]), " \t"); strings.HasPrefix(rest, ",") && m.field {
		out[len(out)-len(rest)] = ' '
	}
	return out
}
