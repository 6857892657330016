package nowaitdelay

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// An output is what is seen of the output of a command, and of the wait for it.
type output struct {
	copied  ast.Node // where it goes through a pipe that the program copies
	limited ast.Node // where WaitDelay is set, or may be
	group   ast.Node // where the command gets attributes, by which it may lead a group that is killed as one
}

func (o *output) add(other output) {
	o.copied, o.limited, o.group = first(o.copied, other.copied), first(o.limited, other.limited), first(o.group, other.group)
}

// outputOf returns what is seen of the command that the call at cur makes. A function that returns the
// command is followed into those that call it.
func outputOf(p *check.Pass, cur inspector.Cursor, depth int) output {
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok && process.Copies(p, cur.Parent()) {
		return output{copied: sel.Sel}
	}
	if _, returned := cur.Parent().Node().(*ast.ReturnStmt); returned {
		return ofCallers(p, cur, depth)
	}
	if call, ok := cur.Parent().Node().(*ast.CallExpr); ok {
		return ofArgument(p, cur, call, depth)
	}
	id, ok := localvar.Target(cur).(*ast.Ident)
	if !ok {
		return output{}
	}
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Parent() == p.Pkg.Scope() {
		return output{}
	}
	return ofVariable(p, cur, v, depth)
}

// ofVariable is outputOf for what a variable does with the command.
func ofVariable(p *check.Pass, cur inspector.Cursor, v *types.Var, depth int) (o output) {
	for _, ident := range astindex.Of(p.Pass).Uses[v] {
		use, ok := astindex.Find(cur.Inspector(), ident)
		if !ok {
			continue
		}
		switch parent := use.Parent().Node().(type) {
		case *ast.SelectorExpr:
			switch {
			case parent.Sel.Name == "WaitDelay":
				o.limited = parent
			case parent.Sel.Name == "SysProcAttr":
				o.group = parent
			case process.Copies(p, use.Parent()):
				o.copied = parent.Sel
			}
		case *ast.ReturnStmt:
			o.add(ofCallers(p, use, depth))
		case *ast.CallExpr:
			o.add(ofArgument(p, use, parent, depth))
		}
	}
	return o
}

// ofArgument is outputOf for a command that a call is passed: a function of the package is followed, and
// another one may set a limit.
func ofArgument(p *check.Pass, cur inspector.Cursor, call *ast.CallExpr, depth int) output {
	kind, i := cur.ParentEdge()
	fn := callmatch.Callee(p.TypesInfo, call)
	if kind != edge.CallExpr_Args || fn == nil || fn.Pkg() != p.Pkg || depth == 0 || i >= fn.Signature().Params().Len() || astindex.Of(p.Pass).Decls[fn.Origin()] == nil {
		return output{limited: call}
	}
	return ofVariable(p, cur, fn.Origin().Signature().Params().At(i), depth-1)
}

func first(x, y ast.Node) ast.Node {
	if x == nil {
		return y
	}
	return x
}

// ofCallers is outputOf for the calls of the function around cur, which returns the command.
func ofCallers(p *check.Pass, cur inspector.Cursor, depth int) (o output) {
	decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
	if !ok || depth == 0 {
		return o
	}
	fn, _ := p.TypesInfo.Defs[decl.Name].(*types.Func)
	for _, call := range astindex.Of(p.Pass).Calls[fn] {
		if at, ok := astindex.Find(cur.Inspector(), call.Expr); ok {
			o.add(outputOf(p, at, depth-1))
		}
	}
	return o
}
