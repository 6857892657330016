package pipeorder

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// holder returns the local variable, or the field of the package's own, that gets the result of the
// call at cur, nil if none does.
func holder(p *check.Pass, cur inspector.Cursor) *types.Var {
	targets, _ := localvar.Targets(cur)
	if len(targets) == 0 {
		return nil
	}
	v := process.Denoted(p, targets[0])
	if v == nil || v.Exported() && v.IsField() || v.Kind() != types.LocalVar && !v.IsField() {
		return nil
	}
	return v
}

// waitFor returns the call by which the function around the pipe at cur waits for the command, itself
// and behind the pipe, or, where aside is set, by which a goroutine does that it starts. A deferred one
// runs when the function has read what it wants.
func waitFor(p *check.Pass, fn, cur inspector.Cursor, cmd string, aside bool) (inspector.Cursor, bool) {
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		name := callmatch.CalleeName(p.TypesInfo, call)
		if !ok || name != "(*os/exec.Cmd).Wait" && !catalog.CommandRuns[name] || call.Pos() < cur.Node().End() || p.Source(sel.X) != cmd {
			continue
		}
		kind, _ := c.ParentEdge()
		in, _ := astindex.FuncAround(c)
		if kind != edge.GoStmt_Call && kind != edge.DeferStmt_Call && (in == fn || aside && startedIn(fn, in)) {
			return c, true
		}
	}
	return cur, false
}

// startedIn reports whether a literal is what a go statement of fn runs, on the path that goes on.
func startedIn(fn, lit inspector.Cursor) bool {
	call := lit.Parent()
	around, ok := astindex.FuncAround(call)
	kind, _ := call.ParentEdge()
	return ok && kind == edge.GoStmt_Call && around == fn && !leaves(call.Parent())
}

// readsOf returns where the function uses what a variable holds, or what is made of it, in the order
// of the code.
func readsOf(p *check.Pass, fn inspector.Cursor, v *types.Var, depth int) (list []inspector.Cursor) {
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := fn.FindNode(id)
		if !ok || depth == 0 {
			continue
		}
		call, isArg := use.Parent().Node().(*ast.CallExpr)
		wrapped := isArg && catalog.ReaderWraps[callmatch.CalleeName(p.TypesInfo, call)]
		if w := holder(p, use.Parent()); wrapped && w != nil {
			list = append(list, readsOf(p, fn, w, depth-1)...)
			continue
		}
		if kind, _ := use.ParentEdge(); kind != edge.AssignStmt_Lhs {
			list = append(list, use)
		}
	}
	slices.SortFunc(list, func(a, b inspector.Cursor) int { return int(a.Node().Pos() - b.Node().Pos()) })
	return list
}

// allAfter reports whether all reads come after the wait, of which no path leads past it.
func allAfter(wait inspector.Cursor, reads []inspector.Cursor) bool {
	stmt, ok := astindex.Statement(wait)
	if !ok {
		return false
	}
	block := stmt.Parent().Node()
	return !slices.ContainsFunc(reads, func(read inspector.Cursor) bool {
		return read.Node().Pos() < wait.Node().End() || read.Node().Pos() > block.End()
	})
}

// A usage is what becomes of the input of a child: where it is closed, where written, and where it
// goes to what is not followed.
type usage struct{ closed, written, away ast.Node }

// usesOf returns what the package does with the input in a variable.
func usesOf(p *check.Pass, in *inspector.Inspector, v *types.Var, depth int) (u usage) {
	for _, id := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		if kind, _ := use.ParentEdge(); kind == edge.SelectorExpr_Sel {
			use = use.Parent() // s.in
		}
		switch parent := use.Parent().Node().(type) {
		case *ast.SelectorExpr:
			switch {
			case !strings.HasPrefix(parent.Sel.Name, "Close"):
				u.written = parent
			case !leaves(use):
				u.closed = parent
			}
		case *ast.CallExpr:
			u.argument(p, in, use, parent, depth)
		case *ast.BinaryExpr: // a comparison with nil
		case *ast.AssignStmt:
			if kind, _ := use.ParentEdge(); kind != edge.AssignStmt_Lhs {
				u.put(p, in, use, depth)
			}
		case *ast.KeyValueExpr:
			if kind, _ := use.ParentEdge(); kind == edge.KeyValueExpr_Value {
				u.put(p, in, use, depth)
			}
		default:
			u.put(p, in, use, depth)
		}
	}
	return u
}

// put follows the input into a field of the package's own.
func (u *usage) put(p *check.Pass, in *inspector.Inspector, use inspector.Cursor, depth int) {
	field := fieldOf(p, use)
	if field == nil || depth == 0 {
		u.away = use.Parent().Node()
		return
	}
	inner := usesOf(p, in, field, depth-1)
	u.closed, u.away = cmp.Or(u.closed, inner.closed), cmp.Or(u.away, inner.away)
	u.written = cmp.Or(u.written, inner.written)
}

// leaves reports whether the block around cur, under a condition, ends by a return: what it closes
// stays open on the other paths.
//
//	if err := cmd.Start(); err != nil {
//		return errors.Join(err, in.Close())
//	}
func leaves(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.BlockStmt)(nil)) {
		list := c.Node().(*ast.BlockStmt).List
		if _, tested := c.Parent().Node().(*ast.IfStmt); !tested || len(list) == 0 {
			return false
		}
		_, returns := list[len(list)-1].(*ast.ReturnStmt)
		return returns
	}
	return false
}

// argument follows the input into a function of the package. What takes an io.Writer does not close it.
func (u *usage) argument(p *check.Pass, in *inspector.Inspector, use inspector.Cursor, call *ast.CallExpr, depth int) {
	fn := callmatch.Callee(p.TypesInfo, call)
	_, i := use.ParentEdge()
	switch {
	case fn == nil || depth == 0:
		u.away = call
	case fn.Pkg() == p.Pkg && astindex.Of(p.Pass).Decls[fn.Origin()] != nil && i < fn.Signature().Params().Len() && !fn.Signature().Variadic():
		inner := usesOf(p, in, fn.Origin().Signature().Params().At(i), depth-1)
		if inner.closed != nil {
			u.closed = inner.closed
		}
		if inner.away != nil {
			u.away = inner.away
		}
		u.written = call
	case i < fn.Signature().Params().Len() && callmatch.IsType(fn.Signature().Params().At(i).Type(), "io.Writer"):
		u.written = call
	default:
		u.away = call
	}
}
