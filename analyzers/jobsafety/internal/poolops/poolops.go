// Package poolops lists the statements that a function runs on a pool of connections to a database, outside of a
// transaction: itself, or in functions of the package that it calls with the pool.
package poolops

import (
	"go/ast"
	"go/types"
	"iter"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// An Op is one statement.
type Op struct {
	Call  *ast.CallExpr // in the function
	At    *ast.CallExpr // runs the statement: Call, or one in what it calls
	In    *ast.FuncDecl // what Call calls where that runs it, and the call there that does
	Inner *ast.CallExpr
	On    Pool
	Given bool   // Call passes the pool for a parameter that may as well be a transaction
	Verb  string // select, insert, update, delete, or "" for others
	Table string // in lower case, or the type of the records, "" where it is not known
	SQL   string
	Locks bool       // the rows that it selects
	Args  []ast.Expr // of At: for the parameters of the SQL, or the records
}

// Writes reports whether a statement changes rows.
func (o *Op) Writes() bool { return o.Verb != "" && o.Verb != "select" }

// A Pool is what a statement runs on: a variable, or the field of one at a path.
type Pool struct {
	Root *types.Var
	Path string
	Type string // as catalog.TxPools has it, "" where a parameter or field stands for it
}

// depth is how many calls are followed.
const depth = 2

// Funcs yields the functions of a package, literals included, in which checks look.
func Funcs(p *check.Pass) iter.Seq[ast.Node] {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	return func(yield func(ast.Node) bool) {
		for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
			if fn := cur.Node(); astindex.FuncBody(fn) != nil && !p.Quiet(fn.Pos()) && !yield(fn) {
				return
			}
		}
	}
}

// Of returns the statements of a function in the order of the source, other than those in literals, goroutines and
// deferred calls, and those that run in a transaction. There is none in one that begins a transaction by SQL.
func Of(p *check.Pass, fn ast.Node) (list []*Op) {
	if beginsBySQL(p, fn) {
		return nil
	}
	for _, op := range (&reader{p: p}).body(astindex.FuncBody(fn), depth) {
		if op.On.Type != "" && !begun(p, fn, op.On) {
			list = append(list, op)
		}
	}
	return list
}

type reader struct{ p *check.Pass }

func (r *reader) body(body *ast.BlockStmt, depth int) (list []*Op) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			if op := r.direct(n); op != nil {
				list = append(list, op)
				return false
			}
			list = append(list, r.called(n, depth)...)
		}
		return true
	})
	return list
}

// called returns the statements of a function of the package that a call runs, on what the call passes to it.
func (r *reader) called(call *ast.CallExpr, depth int) (list []*Op) {
	fn := callmatch.Callee(r.p.TypesInfo, call)
	if fn == nil || fn.Pkg() != r.p.Pkg || depth == 0 {
		return nil
	}
	decl := astindex.Of(r.p.Pass).Decls[fn.Origin()]
	if decl == nil || decl.Body == nil {
		return nil
	}
	for _, op := range r.body(decl.Body, depth-1) {
		if on, ok := r.passed(call, fn.Origin(), op.On); ok {
			list = append(list, &Op{Call: call, At: op.At, In: decl, Inner: op.Call, On: on, Given: op.On.Type == "" && on.Type != "", Verb: op.Verb, Table: op.Table, SQL: op.SQL, Locks: op.Locks, Args: op.Args})
		}
	}
	return list
}
