package goroutineleak

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/ctrlflow"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A counter is one variable or field of type sync.WaitGroup (or a pointer to
// one) with all that the package does to it, each list in source order.
type counter struct {
	v     *types.Var
	adds  []astindex.Call // Add, unless of a negative constant
	gos   []astindex.Call // Go
	dones []astindex.Call // Done, or Add of a negative constant
	waits []astindex.Call
	// either is set when an Add gets a parameter: callers may give a negative one.
	either bool
	// open is set when other code may do more to it than these calls: it is
	// passed on, assigned, embedded, or other packages can name it.
	open bool
}

// counters returns the WaitGroups of the package in source order.
func counters(p *check.Pass) []*counter {
	index := astindex.Of(p.Pass)
	byVar := make(map[*types.Var]*counter)
	for fn, calls := range index.Calls {
		role, ok := catalog.WaitGroupMethods[callmatch.Name(fn)]
		if !ok {
			continue
		}
		for _, call := range calls {
			if v := variable(p.TypesInfo, receiver(call.Expr), "sync.WaitGroup"); v != nil {
				if byVar[v] == nil {
					byVar[v] = &counter{v: v}
				}
				byVar[v].note(p, role, call)
			}
		}
	}
	var list []*counter
	for v, c := range byVar {
		list = append(list, c)
		calls := len(c.adds) + len(c.gos) + len(c.dones) + len(c.waits)
		_, pointer := types.Unalias(v.Type()).(*types.Pointer)
		c.open = len(index.Uses[v]) > calls || pointer || v.Embedded() || v.Kind() == types.ParamVar || v.Kind() == types.ResultVar ||
			v.Exported() && v.Pkg().Name() != "main"
		for _, calls := range [][]astindex.Call{c.adds, c.gos, c.dones, c.waits} {
			slices.SortFunc(calls, func(a, b astindex.Call) int { return cmp.Compare(a.Expr.Pos(), b.Expr.Pos()) })
		}
	}
	slices.SortFunc(list, func(a, b *counter) int { return cmp.Compare(a.v.Pos(), b.v.Pos()) })
	return list
}

func (c *counter) note(p *check.Pass, role string, call astindex.Call) {
	switch role {
	case "add":
		arg := call.Expr.Args[0]
		n := p.TypesInfo.Types[arg].Value
		c.either = c.either || isParam(p.TypesInfo, arg)
		if n != nil && constant.Sign(n) < 0 {
			c.dones = append(c.dones, call)
		} else {
			c.adds = append(c.adds, call)
		}
	case "go":
		c.gos = append(c.gos, call)
	case "done":
		c.dones = append(c.dones, call)
	case "wait":
		c.waits = append(c.waits, call)
	}
}

func isParam(info *types.Info, arg ast.Expr) bool {
	v := localVariable(info, arg)
	return v != nil && v.Kind() == types.ParamVar
}

// receiver returns x of a call x.method(…).
func receiver(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}

// variable returns the variable or field that expr names or selects, in its
// generic form; nil for variables of another type than the named one or a
// pointer to it, and for those that merely embed it.
func variable(info *types.Info, expr ast.Expr, typeName string) *types.Var {
	v := callmatch.Field(info, expr)
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		v, _ = info.Uses[id].(*types.Var)
	}
	if v == nil || !callmatch.IsType(v.Type(), typeName) {
		return nil
	}
	return v.Origin()
}

// inside returns the calls made in fn itself, function literals left out.
func inside(calls []astindex.Call, fn ast.Node) []astindex.Call {
	var list []astindex.Call
	for _, c := range calls {
		if c.In == fn {
			list = append(list, c)
		}
	}
	return list
}

// somewhereIn returns the calls made in n, function literals included.
func somewhereIn(calls []astindex.Call, n ast.Node) []astindex.Call {
	var list []astindex.Call
	for _, c := range calls {
		if within(n, c.Expr.Pos()) {
			list = append(list, c)
		}
	}
	return list
}

// noneEnds reports whether none of the goroutines ever ends that are started behind add:
// to wait for them is a way to block for as long as the process lives.
func noneEnds(p *check.Pass, add astindex.Call) bool {
	graphs := p.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	starts, ends := 0, false
	ast.Inspect(add.In, func(n ast.Node) bool {
		start, ok := n.(*ast.GoStmt)
		if !ok || start.Pos() < add.Expr.Pos() {
			return true
		}
		starts++
		if lit, ok := ast.Unparen(start.Call.Fun).(*ast.FuncLit); ok {
			ends = ends || returnWithout(graphs.FuncLit(lit), nil) != nil
			return true
		}
		decl := astindex.Of(p.Pass).Decls[callmatch.Callee(p.TypesInfo, start.Call)]
		ends = ends || decl == nil || returnWithout(graphs.FuncDecl(decl), nil) != nil
		return true
	})
	return starts > 0 && !ends
}
