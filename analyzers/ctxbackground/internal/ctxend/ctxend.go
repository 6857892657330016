// Package ctxend determines where a context has ended.
package ctxend

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// DeferredCancel returns the statement by which fn defers the context's end, nil if there
// is none.
func (r *Region) DeferredCancel(fn inspector.Cursor) *ast.DeferStmt {
	for cur := range fn.Preorder((*ast.DeferStmt)(nil)) {
		d := cur.Node().(*ast.DeferStmt)
		if around, ok := astindex.FuncAround(cur); ok && around == fn && r.Cancels(d) {
			return d
		}
	}
	return nil
}

// An Ending is where a context has ended before some code runs.
type Ending struct {
	Pos token.Pos
	How string // what happens there: "<-ctx.Done() returned"

	Group bool // its errgroup has been waited for
	May   bool // on one path
}

// At returns where the context expr, or one it ends with, has ended on every path to cur,
// or with may on one of them; nil if that is not known.
func At(p *check.Pass, cur inspector.Cursor, expr ast.Expr, may bool) *Ending {
	scope := astindex.DeclAround(cur)
	for _, ctx := range Ancestry(p, scope, expr) {
		r := &Region{P: p, Scope: scope, Ctx: ctx, Path: Path(p.TypesInfo, ctx), may: may}
		if r.Path == "" {
			continue
		}
		if e := r.climb(cur); e != nil && !r.assigned(min(e.Pos, cur.Node().Pos()), max(e.Pos, cur.Node().Pos())) {
			return e
		}
	}
	return nil
}

// Region looks for the end of one context.
type Region struct {
	P     *check.Pass
	Scope ast.Node
	Ctx   ast.Expr
	Path  string
	may   bool // an end on one path is enough
}

// climb looks at what comes before cur in each block around it.
func (r *Region) climb(cur inspector.Cursor) *Ending {
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
func (r *Region) isAfter(call *ast.CallExpr, fn ast.Node) bool {
	return callmatch.CalleeName(r.P.TypesInfo, call) == "context.AfterFunc" && len(call.Args) == 2 && call.Args[1] == fn &&
		Path(r.P.TypesInfo, call.Args[0]) == r.Path
}

// siblings looks at the statements before stmt; and for a deferred one at those after it
// too, which run or are undone before it does.
func (r *Region) siblings(list []ast.Stmt, stmt ast.Stmt, deferred bool) *Ending {
	var found *Ending
	for _, s := range list {
		if s == stmt {
			if found != nil || !deferred {
				return found
			}
			continue
		}
		if later, ok := s.(*ast.DeferStmt); ok {
			if deferred && s.Pos() > stmt.Pos() && r.Cancels(later) {
				return r.ending(s.Pos(), "the cancel function of %s, deferred later, runs first")
			}
			continue
		}
		if e := r.ends(s); e != nil && (s.Pos() < stmt.Pos() || deferred) {
			found = e
		}
		if deferred && s.Pos() > stmt.Pos() && found == nil {
			found = r.returns(s)
		}
	}
	return found
}

func (r *Region) ending(pos token.Pos, how string) *Ending {
	return &Ending{Pos: pos, How: fmt.Sprintf(how, r.P.Source(r.Ctx)), May: r.may}
}

// assigned reports whether the context's variable gets a new value between two
// positions.
func (r *Region) assigned(from, to token.Pos) bool {
	found := false
	ast.Inspect(r.Scope, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, lhs := range assign.Lhs {
			if assign.Pos() > from && assign.Pos() < to && Path(r.P.TypesInfo, lhs) == r.Path {
				found = true
			}
		}
		return true
	})
	return found
}
