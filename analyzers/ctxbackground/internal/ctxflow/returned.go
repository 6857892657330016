package ctxflow

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
)

// returned continues at the calls of a function that returns the context as its first result. Where a
// cancel function comes with it, that may only be deferred.
func (f *flow) returned(cur inspector.Cursor, i int, l Limit) {
	around, ok := astindex.FuncAround(cur)
	if !ok || i != 0 || f.calls == 0 {
		return
	}
	decl, ok := around.Node().(*ast.FuncDecl)
	if !ok {
		return
	}
	fn, ok := f.p.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || !ReturnsContext(fn) {
		return
	}
	f.calls--
	defer func() { f.calls++ }()
	for _, call := range astindex.Of(f.p.Pass).Calls[fn] {
		if c, ok := astindex.Find(cur.Inspector(), call.Expr); ok {
			f.resumed(c, returnsFunc(fn), l)
		}
	}
}

// resumed continues at a call that returns the context.
func (f *flow) resumed(call inspector.Cursor, cancels bool, l Limit) {
	within, ends := f.within, f.ends
	defer func() { f.within, f.ends = within, ends }()
	if cancels {
		fn, ok := onlyDeferred(f.p, call)
		if !ok {
			return
		}
		f.within, f.ends = fn, true
	}
	f.follow(call, l)
}
