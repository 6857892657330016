package steps

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// call walks a call whose results go to what the keys name.
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
	if w.api(call, fn, to) {
		return
	}
	w.splice(call, fn, to)
}

// args walks the arguments, but for literals: what becomes of those is the
// callee's business.
func (w *walker) args(call *ast.CallExpr) {
	for _, arg := range call.Args {
		w.expr(arg)
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
	if w.cond > 0 {
		for i := range list {
			list[i].Cond = true
		}
	}
	return list
}

// dynamic is a call of a function value.
func (w *walker) dynamic(call *ast.CallExpr) {
	args, keys := w.passed(call)
	body, ok := w.function(call.Fun)
	if !ok {
		if !w.foreign {
			w.emit(Step{Kind: Unseen, What: types.ExprString(call.Fun), At: w.where(call)})
		}
		return
	}
	if len(body) == 1 && (body[0].Kind == Param || body[0].Kind == Field) {
		body[0].Args, body[0].Keys, body[0].At = args, keys, w.where(call)
		w.out = append(w.out, w.conditional(body)...)
		return
	}
	w.out = append(w.out, w.conditional(w.bindInner(call).apply(body))...)
}

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
	bd.keys[paramKey(i)] = w.key(arg)
	bd.limits[i] = w.limit(arg, false)
	if value := w.constant(arg); value != "" {
		bd.texts[i] = text{value: value}
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

// bind binds the parameters and results of fn.
func (w *walker) bind(call *ast.CallExpr, fn *types.Func, to []string) *binding {
	bd := &binding{keys: make(map[string]string), limits: make(map[int]Limit), bodies: make(map[int]func([]Limit, []string) []Step), texts: make(map[int]text)}
	bd.keys[resultKey(0)] = w.temp(call)
	for i, k := range to {
		if k != "" {
			bd.keys[resultKey(i)] = k
		}
	}
	n := fn.Signature().Params().Len()
	for i, arg := range call.Args {
		w.bindArg(bd, min(i+1, max(n, 1)), arg)
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && fn.Signature().Recv() != nil {
		bd.keys[receiverKey] = w.key(sel.X)
	}
	return bd
}

// splice puts the steps of fn in the place of its call.
func (w *walker) splice(call *ast.CallExpr, fn *types.Func, to []string) {
	fact := w.summary(fn)
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && !w.foreign && w.hidden(call, fn) {
		return
	}
	steps := w.mine(w.bind(call, fn, to).apply(fact.Steps), fn, call)
	by, from := w.where(call), w.site(call, fn)
	Each(steps, func(s *Step) bool {
		s.By = by
		if (s.Kind == Serve || s.Kind == Stop) && s.from.pos == token.NoPos {
			s.from = from
		}
		return true
	})
	w.out = append(w.out, w.conditional(steps)...)
	w.persistent(call, fn, fact)
	w.leftOver(call, fn, fact)
}

// persistent notes that a method which ends its receiver writes to disk what the
// receiver held.
func (w *walker) persistent(call *ast.CallExpr, fn *types.Func, fact *Fact) {
	if fn.Signature().Recv() == nil || !slices.Contains(catalog.StopMethods, fn.Name()) {
		return
	}
	has := func(k Kind) bool {
		return slices.ContainsFunc(fact.Steps, func(s Step) bool { return s.Kind == k })
	}
	if has(Persist) && !has(Release) {
		w.emit(Step{Kind: Release, What: callmatch.TypeName(fn.Signature().Recv().Type()), Key: w.receiver(call), At: w.where(call)})
	}
}

// leftOver looks at literals of which the callee does not say what it does with
// them.
func (w *walker) leftOver(call *ast.CallExpr, fn *types.Func, fact *Fact) {
	used := make(map[int]bool)
	note := func(s *Step) bool {
		if s.Kind == Param || s.Kind == Keep {
			used[s.Index] = true
		}
		return true
	}
	Each(fact.Steps, note)
	for _, body := range fact.Returns {
		Each(body, note)
	}
	n := fn.Signature().Params().Len()
	for i, arg := range call.Args {
		if used[min(i+1, max(n, 1))] || !isFunc(w.pass.TypesInfo.TypeOf(arg)) {
			continue
		}
		body, ok := w.function(arg)
		if ok && len(body) > 0 {
			w.emit(Step{Kind: Unseen, What: callmatch.Name(fn), Body: body, At: w.where(arg)})
		}
	}
}

// mine gives the steps of other modules the position of the call.
func (w *walker) mine(steps []Step, fn *types.Func, at ast.Node) []Step {
	if w.pass.Module == nil || w.pass.Module.Path == "" {
		return steps
	}
	Each(steps, func(s *Step) bool {
		if p := s.At.Pkg; p != "" && p != w.pass.Module.Path && p != w.pass.Pkg.Path() && !strings.HasPrefix(p, w.pass.Module.Path+"/") {
			s.At, s.Via = w.where(at), callmatch.Name(fn)
		}
		return true
	})
	return steps
}

// receiver returns the key of what a method is called on.
func (w *walker) receiver(call *ast.CallExpr) string {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return w.key(sel.X)
	}
	return ""
}

// spawn is the start of a goroutine by a go statement.
func (w *walker) spawn(at ast.Node, call *ast.CallExpr, group string) {
	cond := w.cond
	w.cond = 0
	body := w.aside(func() { w.call(call, nil) })
	w.cond = cond
	w.emit(Step{Kind: Start, Key: group, Body: compact(body), At: w.where(at)})
}
