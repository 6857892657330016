package process

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// returned continues with the callers of a function that returns the command: the i-th of its results.
// Functions that other packages can call, or that are values, have callers which are not known.
//
//	func (r *recorder) command(ctx context.Context) *exec.Cmd { return exec.CommandContext(ctx, r.bin) }
func (l *Life) returned(p *check.Pass, cur inspector.Cursor, i int) {
	calls := CallersOf(p, cur)
	if len(calls) == 0 {
		l.Doubt(verdict.Escapes, cur.Node())
		return
	}
	for _, call := range calls {
		if l.calls[call.Node()] {
			continue
		}
		if l.calls == nil {
			l.calls = make(map[ast.Node]bool)
		}
		l.calls[call.Node()] = true
		if targets, _ := localvar.Targets(call); len(targets) > 1 && i < len(targets) {
			l.hold(p, cur.Inspector(), Denoted(p, targets[i]))
			continue
		}
		l.use(p, call)
	}
}

// CallersOf returns the calls of the declared function around cur, where all of them are known.
func CallersOf(p *check.Pass, cur inspector.Cursor) (list []inspector.Cursor) {
	around, _ := astindex.FuncAround(cur)
	decl, ok := around.Node().(*ast.FuncDecl)
	if !ok {
		return nil
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(p.Pass)
	if fn == nil || fn.Exported() && p.Pkg.Name() != "main" || len(index.Values[fn]) > 0 {
		return nil
	}
	for _, call := range index.Calls[fn] {
		if at, ok := astindex.Find(cur.Inspector(), call.Expr); ok {
			list = append(list, at)
		}
	}
	return list
}
