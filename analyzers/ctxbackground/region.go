package ctxbackground

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// An ending is where a context has ended before some code runs.
type ending struct {
	pos token.Pos
	how string // what happens there: "<-ctx.Done() returned"

	group bool // its errgroup has been waited for
}

// endedAt returns where the context expr, or one it ends with, has ended on
// every way to cur, nil if that is not known.
func endedAt(p *check.Pass, cur inspector.Cursor, expr ast.Expr) *ending {
	return ended(p, cur, expr, false)
}

func ended(p *check.Pass, cur inspector.Cursor, expr ast.Expr, may bool) *ending {
	scope := outermost(cur)
	for _, ctx := range ancestry(p, scope, expr) {
		r := &region{p: p, scope: scope, ctx: ctx, path: path(p.TypesInfo, ctx), may: may}
		if r.path == "" {
			continue
		}
		if e := r.climb(cur); e != nil && !r.assigned(min(e.pos, cur.Node().Pos()), max(e.pos, cur.Node().Pos())) {
			return e
		}
	}
	return nil
}

// region looks for the end of one context.
type region struct {
	p     *check.Pass
	scope ast.Node
	ctx   ast.Expr
	path  string
	may   bool // an end on one way is enough
}

// climb looks at what comes before cur in each block around it.
func (r *region) climb(cur inspector.Cursor) *ending {
	deferred := false
	for c := range cur.Enclosing() {
		if _, ok := c.Node().(*ast.FuncDecl); ok {
			break
		}
		if _, ok := c.Node().(*ast.DeferStmt); ok {
			deferred = true
		}
		switch parent := c.Parent().Node().(type) {
		case *ast.CallExpr:
			if r.isAfter(parent, c.Node()) {
				return r.ending(parent.Pos(), "context.AfterFunc runs this after %s is done")
			}
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			stmt, ok := c.Node().(ast.Stmt)
			if !ok {
				break
			}
			if e := r.siblings(astindex.Stmts(parent), stmt, deferred); e != nil {
				return e
			}
			if comm, ok := parent.(*ast.CommClause); ok && comm.Comm != nil && r.isDone(comm.Comm) {
				return r.ending(comm.Comm.Pos(), "<-%s.Done() has returned")
			}
			deferred = false
		case *ast.IfStmt:
			if parent.Init != nil && c.Node() != parent.Init && r.ends(parent.Init) != nil {
				return r.ends(parent.Init)
			}
			if c.Node() == parent.Body && r.isErr(parent.Cond) {
				return r.ending(parent.Cond.Pos(), "%s.Err() is not nil")
			}
		}
	}
	return nil
}

// isAfter reports whether a call makes a function run when the context has ended.
func (r *region) isAfter(call *ast.CallExpr, fn ast.Node) bool {
	return callmatch.CalleeName(r.p.TypesInfo, call) == "context.AfterFunc" && len(call.Args) == 2 && call.Args[1] == fn &&
		path(r.p.TypesInfo, call.Args[0]) == r.path
}

// siblings looks at the statements before stmt; and for a deferred one at those
// behind it too, which run or are undone before it does.
func (r *region) siblings(list []ast.Stmt, stmt ast.Stmt, deferred bool) *ending {
	var found *ending
	for _, s := range list {
		if s == stmt {
			if found != nil || !deferred {
				return found
			}
			continue
		}
		if later, ok := s.(*ast.DeferStmt); ok {
			if deferred && s.Pos() > stmt.Pos() && r.cancels(later) {
				return r.ending(s.Pos(), "the cancel function of %s, deferred later, runs first")
			}
			continue
		}
		if e := r.ends(s); e != nil && (s.Pos() < stmt.Pos() || deferred) {
			found = e
		}
	}
	return found
}

func (r *region) ending(pos token.Pos, how string) *ending {
	return &ending{pos: pos, how: fmt.Sprintf(how, r.p.Source(r.ctx))}
}

// assigned reports whether the context's variable gets a new value between two
// positions.
func (r *region) assigned(from, to token.Pos) bool {
	found := false
	ast.Inspect(r.scope, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, lhs := range assign.Lhs {
			if assign.Pos() > from && assign.Pos() < to && path(r.p.TypesInfo, lhs) == r.path {
				found = true
			}
		}
		return true
	})
	return found
}
