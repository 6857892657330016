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
	if persists(fn, fact.Steps) >= 0 {
		w.emit(Step{Kind: Release, What: callmatch.TypeName(fn.Signature().Recv().Type()), Key: w.receiver(call), At: w.where(call)})
	}
}

// persists returns which step of a method that ends its receiver, and closes nothing else, writes to disk
// last; -1 if none does.
func persists(fn *types.Func, list []Step) int {
	last := -1
	if fn.Signature().Recv() == nil || !slices.Contains(catalog.StopMethods, fn.Name()) {
		return last
	}
	for i, s := range list {
		switch {
		case s.Kind == Release && !strings.Contains(s.Key, ":"): // what it opens itself does not count
			return -1
		case s.Kind == Persist:
			last = i
		}
	}
	return last
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
		if p := s.At.Pkg; p != "" && !w.ours(p) {
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
