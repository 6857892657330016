package lifetime

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// OnlyMain reports whether fn is main or the function of a command, or called by such
// functions only, outside of main not in a loop: it runs once, and what it leaks ends with
// the process. A literal that answers requests runs for each of them, and beside one that is
// started as a goroutine main goes on.
func OnlyMain(p *check.Pass, fn *ssa.Function, depth int) bool {
	for ; !IsCommand(p, fn); fn = fn.Parent() {
		if astindex.AnswersRequests(fn.Signature) || isStarted(p, fn) {
			return false
		}
		if fn.Parent() == nil {
			return calledOnce(p, fn, depth)
		}
	}
	return true
}

// isStarted reports whether a go statement starts fn.
func isStarted(p *check.Pass, fn *ssa.Function) bool {
	calls, _ := ssaflow.Of(p.Pass).Callers(fn)
	return slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		_, started := call.(*ssa.Go)
		return started
	})
}

func calledOnce(p *check.Pass, fn *ssa.Function, depth int) bool {
	main := p.Pkg.Name() == "main"
	if main && fn.Name() == "main" && fn.Signature.Recv() == nil {
		return true
	}
	calls, complete := ssaflow.Of(p.Pass).Callers(fn)
	return depth > 0 && complete && len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		_, plain := call.(*ssa.Call)
		again := !main && ssaflow.Reaches(call.Block(), call.Block())
		return !plain || again || !OnlyMain(p, call.Parent(), depth-1)
	})
}

// IsCommand reports whether fn is what a program does for one of its commands,
// and nothing else: when it returns, the process ends.
//
//	cmd := &cobra.Command{RunE: start}
//	cmd.RunE = wrap(start)
func IsCommand(p *check.Pass, fn *ssa.Function) bool {
	if exits(fn.Signature) {
		return true
	}
	if lit, ok := fn.Syntax().(*ast.FuncLit); ok {
		return becomesCommand(p, lit)
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return false
	}
	index := astindex.Of(p.Pass)
	for _, use := range index.Values[obj] {
		if !becomesCommand(p, use) {
			return false
		}
	}
	return len(index.Values[obj]) > 0 && len(index.Calls[obj]) == 0
}

// exits reports whether a method is given the arguments of a command, and returns the
// code that the process exits with, as libraries for commands ask for:
//
//	func (c *Fetch) Run(args []string) int
func exits(sig *types.Signature) bool {
	if sig.Recv() == nil || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Int]) {
		return false
	}
	for v := range sig.Params().Variables() {
		if types.Identical(v.Type(), types.NewSlice(types.Typ[types.String])) {
			return true
		}
	}
	return false
}

// becomesCommand reports whether expr, or what calls make of it, is put into a
// field of a command.
func becomesCommand(p *check.Pass, expr ast.Expr) bool {
	path := nodesAround(p, expr)
	for i, n := range path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if i > 0 && n.Fun == path[i-1] {
				return false // called, and not passed on
			}
		case *ast.KeyValueExpr:
			lit, ok := path[i+1].(*ast.CompositeLit)
			return ok && isCommandType(p.TypesInfo.TypeOf(lit))
		case *ast.AssignStmt:
			for j, rhs := range n.Rhs {
				if sel, ok := n.Lhs[min(j, len(n.Lhs)-1)].(*ast.SelectorExpr); ok && rhs == path[i-1] {
					return isCommandType(p.TypesInfo.TypeOf(sel.X))
				}
			}
			return false
		case ast.Expr:
		default:
			return false
		}
	}
	return false
}

func nodesAround(p *check.Pass, expr ast.Expr) []ast.Node {
	for _, f := range p.Files {
		if f.FileStart <= expr.Pos() && expr.Pos() < f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, expr.Pos(), expr.End())
			return path
		}
	}
	return nil
}

func isCommandType(t types.Type) bool {
	named := callmatch.Named(t)
	if named == nil || named.Obj().Pkg() == nil {
		return false
	}
	return catalog.CommandTypes[named.Obj().Pkg().Path()+"."+named.Obj().Name()]
}
