package closedchannelspin

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// closedThroughFlow returns the close of a channel that reaches the receive by way of parameters,
// results or fields, nil where another function than that of the loop is not known to close it.
func closedThroughFlow(p *check.Pass, loop inspector.Cursor, recv ast.Stmt) *closing {
	for _, c := range ssaflow.Of(p.Pass).Channels() {
		if len(c.Closes) == 0 || !slices.ContainsFunc(c.Receives, func(op ssaflow.Op) bool { return syntax.Within(recv, receivedAt(op)) }) {
			continue
		}
		for _, op := range c.Closes {
			cur, ok := ssainstr.CursorAt(p, op.Instr.Pos())
			if ok && !p.Quiet(op.Instr.Pos()) && !byLoop(cur, loop) {
				return &closing{"as at " + p.Where(op.Instr.Pos(), recv.Pos()), op.Instr.Pos()}
			}
		}
	}
	return nil
}

// receivedAt returns the place of a receive, which may be a case of a select.
func receivedAt(op ssaflow.Op) token.Pos {
	if sel, ok := op.Instr.(*ssa.Select); ok && op.State >= 0 {
		return sel.States[op.State].Pos
	}
	return op.Instr.Pos()
}

// documented returns that a channel which comes from elsewhere is closed according to the documentation
// of the function around the loop, or of the method that returns it:
//
//	// Events returns a channel that is closed when the source ends.
//	Events() <-chan Event
func documented(p *check.Pass, loop inspector.Cursor, ch ast.Expr) *closing {
	switch e := ast.Unparen(ch).(type) {
	case *ast.CallExpr:
		fn := callmatch.Callee(p.TypesInfo, e)
		if fn == nil || fn.Pkg() != p.Pkg || !types.IsInterface(receiver(fn)) {
			return nil
		}
		if check.Says(docOf(p, fn), closedWords...) {
			return &closing{when: "as the documentation of " + fn.Name() + " says"}
		}
	case *ast.Ident:
		v, _ := p.TypesInfo.Uses[e].(*types.Var)
		if v == nil || v.Kind() != types.ParamVar {
			return nil
		}
	default:
		return nil
	}
	decl, ok := astindex.DeclAround(loop).(*ast.FuncDecl)
	if ok && check.Says(decl.Doc, closedWords...) {
		return &closing{when: "which the documentation of " + decl.Name.Name + " speaks of"}
	}
	return nil
}

// closedWords say that something is closed.
var closedWords = []string{"is closed", "are closed", "closes", "was closed", "gets closed", "until closed"}

func receiver(fn *types.Func) types.Type {
	if recv := fn.Signature().Recv(); recv != nil {
		return recv.Type()
	}
	return types.Typ[types.Invalid]
}

// docOf returns the comment of a method of an interface of the package.
func docOf(p *check.Pass, fn *types.Func) *ast.CommentGroup {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	cur, ok := in.Root().FindByPos(fn.Pos(), fn.Pos()+1)
	if !ok {
		return nil
	}
	for c := range cur.Enclosing((*ast.Field)(nil)) {
		field := c.Node().(*ast.Field)
		if field.Doc != nil {
			return field.Doc
		}
		return field.Comment
	}
	return nil
}
