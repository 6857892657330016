package steps

import (
	"go/ast"
	"go/types"
	"reflect"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// apiFramework handles the calls of frameworks that call the program back.
func (w *walker) apiFramework(name string, call *ast.CallExpr) bool {
	if w.foreign {
		return false
	}
	at := w.where(call)
	if keys, ok := catalog.KeptRuns[name]; ok {
		for _, key := range keys {
			w.emit(Step{Kind: Field, Key: key, At: at})
		}
		return true
	}
	if row, ok := catalog.Grammars[name]; ok && row.Arg < len(call.Args) {
		w.grammar(row.Tag, row.Method, row.Key, w.pass.TypesInfo.TypeOf(call.Args[row.Arg]), call, 6)
		return true
	}
	if catalog.Containers[name] {
		for _, a := range call.Args {
			w.out = append(w.out, w.conditional(w.constructor(a))...)
		}
		return true
	}
	if row, ok := catalog.HookRuns[name]; ok {
		w.emit(Step{Kind: Field, Key: row.Before, Index: forwards, At: at})
		w.emit(Step{Kind: Signal, What: "SIGINT, SIGTERM", Key: w.temp(call), Hard: true, At: at})
		w.emit(Step{Kind: Recv, Key: w.temp(call), At: at})
		w.emit(Step{Kind: Field, Key: row.After, Index: backwards, At: at})
		return true
	}
	if row, ok := catalog.SignalServers[name]; ok {
		w.signalServer(name, row, call)
		return true
	}
	return w.apiManager(name, call)
}

// signalServer is a call that serves until a signal comes, and then stops by itself.
func (w *walker) signalServer(name string, row catalog.SignalServer, call *ast.CallExpr) {
	at, server := w.where(call), w.temp(call)
	w.answersBy(arg(call, row.Handler))
	w.emit(Step{Kind: Signal, What: row.Signals, Key: server + " signal", Hard: true, At: at})
	w.emit(Step{Kind: Serve, What: name, Key: server, At: at})
	w.emit(Step{Kind: Recv, Key: server + " signal", At: at})
	w.emit(Step{Kind: Stop, What: name, Key: server, Limit: Limit{D: row.Limit, Known: true}, At: at})
}

// constructor returns what a function does that the framework calls once; its result is
// keyed by its position.
func (w *walker) constructor(f ast.Expr) []Step {
	if !isFunc(w.pass.TypesInfo.TypeOf(f)) {
		return nil
	}
	if fn := callmatch.Func(w.pass.TypesInfo, f); fn != nil {
		bd := bindKeys(nil, nil, 0)
		bd.keys[resultKey(0)] = whereKey(w.where(f))
		return w.mine(bd.apply(w.summary(fn).Steps), fn, f)
	}
	body, _ := w.function(f)
	return body
}

// How a framework calls hooks: all of them, in order or last ones first. Of other functions
// that it keeps, it may call one.
const (
	forwards  = 1
	backwards = -1
)

// Hooks reports whether a call of kept functions calls all of them, and whether last
// ones first.
func (s *Step) Hooks() (all, back bool) {
	return s.Kind == Field && s.Index != 0, s.Kind == Field && s.Index == backwards
}

// grammar keeps what the commands of a command line do, by the methods of the fields of
// a struct.
func (w *walker) grammar(tag, method, key string, t types.Type, call *ast.CallExpr, depth int) {
	named := callmatch.Named(t)
	if t == nil || depth == 0 {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range s.NumFields() {
		f := s.Field(i)
		if _, command := reflect.StructTag(s.Tag(i)).Lookup(tag); command {
			w.command(f.Type(), method, key, call)
		}
		if n := callmatch.Named(f.Type()); n == nil || named == nil || n != named {
			w.grammar(tag, method, key, f.Type(), call, depth-1)
		}
	}
}

func (w *walker) command(t types.Type, method, key string, call *ast.CallExpr) {
	obj, _, _ := types.LookupFieldOrMethod(t, true, w.pass.Pkg, method)
	fn, ok := obj.(*types.Func)
	if !ok {
		return
	}
	bd := bindKeys(nil, nil, 0)
	w.emit(Step{Kind: Keep, Key: key, Body: bd.apply(w.summary(fn).Steps), At: w.where(call)})
}

// apiManager handles managers, which serve probes and run what they are given until a
// context ends.
func (w *walker) apiManager(name string, call *ast.CallExpr) bool {
	at := w.where(call)
	if path, ok := catalog.ManagerChecks[name]; ok {
		w.emit(Step{Kind: Route, What: path, Body: w.handlerSteps(arg(call, 1)), At: at})
		return true
	}
	if row, ok := catalog.ManagerRuns[name]; ok {
		server := w.temp(call)
		w.emit(Step{Kind: Serve, What: name, Key: server, At: at})
		w.emit(Step{Kind: Handler, Key: server, What: Router, At: at})
		w.emit(Step{Kind: Answer, Other: server, Index: 1, At: at})
		w.emit(Step{Kind: Recv, Key: w.key(arg(call, row.Context)), At: at})
		w.emit(Step{Kind: Stop, What: name, Key: server, At: at})
		return true
	}
	return false
}

// mapped keeps the functions of a map or list that is written out, by what holds it.
func (w *walker) mapped(to string, lit *ast.CompositeLit) {
	switch typeOf(w.pass.TypesInfo, lit).(type) {
	case *types.Map, *types.Slice, *types.Array:
	default:
		return
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
		}
		if isFunc(w.pass.TypesInfo.TypeOf(elt)) {
			w.keep(to, elt)
		}
	}
}
