package steps

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// call walks a call whose results are assigned to what the keys name.
func (w *walker) call(call *ast.CallExpr, to []string) {
	if tv := w.pass.TypesInfo.Types[call.Fun]; tv.IsType() {
		w.args(call)
		return
	}
	if w.builtin(call) {
		return
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		w.args(call)
		w.out = append(w.out, w.conditional(w.bindInner(call).apply(w.literal(lit)))...)
		return
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		w.expr(sel.X)
	}
	w.args(call)
	fn := callmatch.Callee(w.pass.TypesInfo, call)
	if fn == nil {
		w.dynamic(call)
		return
	}
	if row, ok := catalog.ContextRuns[callmatch.Name(fn)]; ok {
		w.same(row.Key, w.key(arg(call, row.Arg)), w.pass.TypesInfo.TypeOf(arg(call, row.Arg)))
	}
	w.made(call, fn, to)
	w.handsOn(call, fn)
	w.registers(call, fn)
	if w.api(call, fn, to) {
		return
	}
	if w.again(fn) {
		w.emit(Step{Kind: Loop, At: w.where(call)})
	}
	w.splice(call, fn, to)
}

// again reports whether a function that is walked, called in a goroutine after a pause,
// repeats what it does in this way.
func (w *walker) again(fn *types.Func) bool {
	return w.spawned && w.busy[fn.Origin()] && slices.ContainsFunc(w.out, func(s Step) bool { return s.Kind == Drain })
}

// args walks the arguments, except literals, which are the callee's to run.
func (w *walker) args(call *ast.CallExpr) {
	for _, arg := range call.Args {
		w.expr(arg)
	}
	sig, ok := typeOf(w.pass.TypesInfo, call.Fun).(*types.Signature)
	name := callmatch.CalleeName(w.pass.TypesInfo, call)
	if _, route := catalog.Routes[name]; route || !ok || w.foreign {
		return
	}
	for i, arg := range call.Args {
		if i < sig.Params().Len() && callmatch.TypeName(sig.Params().At(i).Type()) == "net/http.Handler" || handlerType(w.pass.TypesInfo.TypeOf(arg)) {
			w.handlerKey(arg)
		}
	}
}

func (w *walker) builtin(call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := w.pass.TypesInfo.Uses[id].(*types.Builtin)
	if !ok {
		return false
	}
	w.args(call)
	if b.Name() == "close" && len(call.Args) == 1 {
		w.emit(Step{Kind: Tell, Key: w.key(call.Args[0]), At: w.where(call)})
	}
	return true
}

// conditional marks steps that are taken over into a branch.
func (w *walker) conditional(list []Step) []Step {
	for i := range list {
		list[i].Cond = list[i].Cond || w.cond > 0 || list[i].Kind == Exit && w.avoided()
	}
	return list
}

// dynamic is a call of a function value.
func (w *walker) dynamic(call *ast.CallExpr) {
	if catalog.SignalContexts[w.key(call.Fun)] && !w.foreign {
		w.emit(Step{Kind: Signal, What: "SIGINT, SIGTERM", Key: w.temp(call), Hard: true, At: w.where(call)})
		return
	}
	args, keys := w.passed(call)
	body, ok := w.function(call.Fun)
	passes := ""
	if !w.foreign && w.writer(call) {
		passes = answering
	}
	if !ok {
		if passes != "" {
			w.emit(Step{Kind: Answer, Other: w.key(call.Fun), At: w.where(call)})
		}
		if !w.foreign {
			w.emit(Step{Kind: Unseen, What: types.ExprString(call.Fun), At: w.where(call)})
		}
		return
	}
	if len(body) == 1 && (body[0].Kind == Param || body[0].Kind == Field) {
		body[0].Args, body[0].Keys, body[0].At, body[0].What = args, keys, w.where(call), passes
		w.out = append(w.out, w.conditional(body)...)
		return
	}
	w.out = append(w.out, w.conditional(w.bindInner(call).apply(body))...)
}

// answering marks the call of a function value that is to answer a request.
const answering = "answers"

// passed returns the limits and the keys of the arguments of a call.
func (w *walker) passed(call *ast.CallExpr) (limits []Limit, keys []string) {
	for _, arg := range call.Args {
		limits = append(limits, w.limit(arg, false))
		keys = append(keys, w.key(arg))
	}
	return limits, keys
}

// bindInner binds the parameters of a literal to the arguments of a call.
func (w *walker) bindInner(call *ast.CallExpr) *binding {
	bd := &binding{keys: make(map[string]string), limits: make(map[int]Limit), bodies: make(map[int]func([]Limit, []string) []Step), texts: make(map[int]text), inner: true}
	for i, arg := range call.Args {
		w.bindArg(bd, inner+i+1, arg)
	}
	return bd
}

func (w *walker) bindArg(bd *binding, i int, arg ast.Expr) {
	bd.keys[paramKey(i)] = w.argKey(arg)
	bd.limits[i] = w.limit(arg, false)
	if value, known := w.text(arg); known {
		bd.texts[i] = text{value: value, known: true}
	} else if p, ok := w.params[varOfExpr(w.pass.TypesInfo, arg)]; ok {
		bd.texts[i] = text{param: p}
	}
	if isFunc(w.pass.TypesInfo.TypeOf(arg)) {
		bd.bodies[i] = func(args []Limit, keys []string) []Step {
			body, _ := w.function(arg)
			return Bind(body, args, keys)
		}
	}
}

// argKey is the key of an argument; a handler that has no key of its own is keyed by its
// position.
func (w *walker) argKey(arg ast.Expr) string {
	key := w.key(arg)
	t := w.pass.TypesInfo.TypeOf(arg)
	if key != "" || w.foreign || t == nil || w.pass.TypesInfo.Types[arg].IsNil() {
		return key
	}
	if arg = ast.Unparen(arg); w.functionValue(arg) || !types.IsInterface(t) && w.ownHandler(arg) {
		return whereKey(w.where(arg))
	}
	return key
}

// Bind gives the parameters of a literal, or of a kept function, the limits and
// the keys of a call.
func Bind(body []Step, args []Limit, keys []string) []Step {
	if len(args) == 0 {
		return body
	}
	bd := bindKeys(args, keys, inner)
	bd.inner = true
	return bd.apply(body)
}

// bindKeys binds the parameters from the one after offset on.
func bindKeys(args []Limit, keys []string, offset int) *binding {
	bd := &binding{keys: make(map[string]string), limits: make(map[int]Limit)}
	for i, l := range args {
		bd.limits[offset+i+1] = l
	}
	for i, k := range keys {
		bd.keys[paramKey(offset+i+1)] = k
	}
	return bd
}

// lasts marks a foreign call in its own goroutine, which may run until the program exits.
const lasts = 1

// Lasts reports whether a goroutine is a call of others that cannot be followed.
func (s *Step) Lasts() bool {
	return len(s.Body) == 1 && s.Body[0].Kind == Unseen && s.Body[0].Index == lasts
}

// spawn is the start of a goroutine by a go statement.
func (w *walker) spawn(at ast.Node, call *ast.CallExpr, group string) {
	cond, spawned, out := w.cond, w.spawned, w.out
	w.cond, w.spawned = 0, true
	body := w.aside(func() {
		if fn := callmatch.Callee(w.pass.TypesInfo, call); fn != nil && w.busy[fn.Origin()] && slices.ContainsFunc(out, func(s Step) bool { return s.Kind == Drain }) {
			w.emit(Step{Kind: Loop, At: w.where(call)}) // it starts itself again after a pause
		}
		w.call(call, nil)
	})
	w.cond, w.spawned = cond, spawned
	for i := range body { // of two branches, one serves
		body[i].Cond = body[i].Cond || cond > 0 && body[i].Kind == Serve
	}
	if fn := callmatch.Callee(w.pass.TypesInfo, call); len(body) == 0 && fn != nil && !w.foreign && !w.ours(pkgPath(fn)) && strings.Contains(pkgPath(fn), ".") {
		body = []Step{{Kind: Unseen, What: callmatch.Name(fn), Index: lasts, At: w.where(call)}}
	}
	w.emit(Step{Kind: Start, Key: group, Body: compact(body), At: w.where(at)})
}
