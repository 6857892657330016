package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/starters"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// startsEndless reports a goroutine that runs a function of the package with a
// root context, when the end of that context is the only thing that ends it.
func startsEndless(p *check.Pass, root inspector.Cursor, s sink) bool {
	decl := astindex.Of(p.Pass).Decls[s.fn]
	if s.fn == nil || decl == nil || decl.Body == nil || s.limit.set || s.arg >= s.fn.Signature().Params().Len() {
		return false
	}
	at, ok := startedAt(p, s.call)
	if _, why := wanted(p, root, s.call); !ok || why {
		return false
	}
	loop := loopUntil(p, decl.Body, s.fn.Signature().Params().At(s.arg))
	if loop == nil {
		return false
	}
	call := s.call.Node().(*ast.CallExpr)
	var doubts []check.Doubt
	if initializes(outermost(root)) {
		doubts = append(doubts, check.Doubting(verdict.Lifetime, at))
	}
	p.Report(check.Finding{
		At: root.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("no shutdown can stop %s, started at %s: it loops until its context is done, and %s is never done",
			p.Name(call.Fun), p.Where(at, root.Node().Pos()), p.Source(root.Node())),
		Trace:  []check.Hop{{Pos: at, Message: "started here"}, {Pos: loop.Pos(), Message: "loops here until the context is done"}},
		Doubts: doubts,
		Fix:    fixLoop(p, root, s.call),
	})
	return true
}

// startedAt returns where the goroutine begins that the call at cur is all of, or
// that a literal around it begins.
func startedAt(p *check.Pass, cur inspector.Cursor) (token.Pos, bool) {
	if g, ok := cur.Parent().Node().(*ast.GoStmt); ok {
		return g.Pos(), true
	}
	fn, ok := innermost(cur)
	if !ok {
		return token.NoPos, false
	}
	if _, isLit := fn.Node().(*ast.FuncLit); !isLit {
		return token.NoPos, false
	}
	start, ok := starters.Of(p.Pass).Index().GoroutineOf(p.TypesInfo, fn.Node())
	if !ok {
		return token.NoPos, false
	}
	return start.Node.Pos(), true
}

// loopUntil returns a loop of body that the end of the context ctx leaves, and
// nothing else does; nil if there is none.
func loopUntil(p *check.Pass, body *ast.BlockStmt, ctx *types.Var) ast.Stmt {
	for _, stmt := range body.List {
		loop, ok := stmt.(*ast.ForStmt)
		if !ok || loop.Cond != nil {
			continue
		}
		e := &exits{p: p, ctx: ctx}
		e.visit(loop.Body, 0)
		if e.byContext && !e.otherwise {
			return loop
		}
	}
	return nil
}

// exits collects the ways out of a loop.
type exits struct {
	p         *check.Pass
	ctx       *types.Var
	byContext bool // a case or a condition about the context leaves
	otherwise bool // something else does
}

// visit looks for ways out in n, which stands in depth statements that a plain
// break leaves.
func (e *exits) visit(n ast.Node, depth int) {
	ast.Inspect(n, func(m ast.Node) bool {
		switch s := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			e.otherwise = true
		case *ast.BranchStmt:
			e.otherwise = e.otherwise || s.Tok == token.GOTO || s.Tok == token.BREAK && (s.Label != nil || depth == 0)
		case *ast.CallExpr:
			e.otherwise = e.otherwise || e.p.TypesInfo.Types[s.Fun].IsBuiltin() && builtinName(s) == "panic"
		case *ast.CommClause:
			if s.Comm != nil && e.mentions(s.Comm) {
				e.byContext = e.byContext || leaves(s.Body)
				return false
			}
		case *ast.IfStmt:
			if e.mentions(s.Cond) {
				e.byContext = e.byContext || leaves(s.Body.List)
				return false
			}
		case *ast.ForStmt, *ast.RangeStmt, *ast.SelectStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
			if m != n {
				e.visit(m, depth+1)
				return false
			}
		}
		return true
	})
}

func builtinName(call *ast.CallExpr) string {
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	if id == nil {
		return ""
	}
	return id.Name
}

// mentions reports whether n uses the context.
func (e *exits) mentions(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			found = found || e.p.TypesInfo.Uses[id] == e.ctx
		}
		return !found
	})
	return found
}
