package unboundedqueue

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// queueOf reads what the package does with a field.
func queueOf(p *check.Pass, field *types.Var, uses []*ast.Ident) *queue {
	q := &queue{p: p, field: field, takers: make(map[*ast.FuncDecl]bool)}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for _, id := range uses {
		cur, ok := astindex.Find(in, id)
		if !ok {
			continue
		}
		decl, ok := astindex.DeclAround(cur).(*ast.FuncDecl)
		if !ok || decl.Body == nil {
			continue
		}
		q.use(cur, decl)
	}
	if q.by != nil && (q.takers[q.by] || q.waits(q.by)) {
		q.limited = true
	}
	return q
}

// use notes one use of the field: an append, a take, or a question for its length.
func (q *queue) use(cur inspector.Cursor, decl *ast.FuncDecl) {
	for up := range cur.Enclosing((*ast.AssignStmt)(nil), (*ast.CallExpr)(nil), (*ast.BinaryExpr)(nil), (*ast.BlockStmt)(nil)) {
		switch n := up.Node().(type) {
		case *ast.BinaryExpr:
			q.limited = q.limited || callmatch.Compares(n.Op) && q.measures(n)
		case *ast.CallExpr:
			q.limited = q.limited || callmatch.IsBuiltin(q.p.TypesInfo, n, "cap")
		case *ast.AssignStmt:
			q.assigned(n, decl)
			return
		case *ast.BlockStmt:
			return
		}
	}
}

func (q *queue) assigned(n *ast.AssignStmt, decl *ast.FuncDecl) {
	if n.Tok != token.ASSIGN || len(n.Lhs) != len(n.Rhs) {
		return
	}
	for i, lhs := range n.Lhs {
		if callmatch.Field(q.p.TypesInfo, lhs) != q.field {
			continue
		}
		switch rhs := ast.Unparen(n.Rhs[i]).(type) {
		case *ast.CallExpr:
			if callmatch.IsBuiltin(q.p.TypesInfo, rhs, "append") && callmatch.Field(q.p.TypesInfo, rhs.Args[0]) == q.field && q.accepts(decl) {
				q.appended, q.by = n, decl
			}
		case *ast.SliceExpr:
			if callmatch.Field(q.p.TypesInfo, rhs.X) == q.field {
				q.takers[decl] = true
			}
		case *ast.Ident:
			if q.p.TypesInfo.Types[rhs].IsNil() {
				q.takers[decl] = true
			}
		}
	}
}

// accepts reports whether others call a function: it is an exported method.
func (q *queue) accepts(decl *ast.FuncDecl) bool { return decl.Recv != nil && decl.Name.IsExported() }

// measures reports whether a comparison is of the length of the field with more than nothing.
func (q *queue) measures(n *ast.BinaryExpr) bool {
	value := q.p.TypesInfo.Types[n.Y].Value
	if value == nil {
		value = q.p.TypesInfo.Types[n.X].Value
	}
	if value == nil || value.Kind() != constant.Int {
		return true
	}
	size, exact := constant.Int64Val(value)
	return !exact || size > 1
}

// waits reports whether a function may wait: for a send, a slot or a condition.
func (q *queue) waits(decl *ast.FuncDecl) (found bool) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectStmt:
			found = found || !skips(n)
			return false
		case *ast.SendStmt:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.CallExpr:
			fn := callmatch.Callee(q.p.TypesInfo, n)
			found = found || fn != nil && (fn.Name() == "Wait" || catalog.TakesSlot[fn.Name()])
		}
		return !found
	})
	return found
}

func skips(sel *ast.SelectStmt) bool {
	for _, c := range sel.Body.List {
		if c.(*ast.CommClause).Comm == nil {
			return true
		}
	}
	return false
}
