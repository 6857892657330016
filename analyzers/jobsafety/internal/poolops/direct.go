package poolops

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// direct returns the statement that a call itself runs.
func (r *reader) direct(call *ast.CallExpr) *Op {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	fn := callmatch.Callee(r.p.TypesInfo, call)
	if !ok || fn == nil || fn.Signature().Recv() == nil {
		return nil
	}
	op := &Op{Call: call, At: call}
	at := r.chain(op, sel.X)
	root, path := callmatch.Path(r.p.TypesInfo, at)
	if root == nil {
		return nil
	}
	op.On = Pool{Root: root, Path: path, Type: poolType(r.p.TypesInfo.TypeOf(at))}
	switch {
	case op.Verb != "" && catalog.RunsChain[fn.Name()]:
		op.Args = append(op.Args, call.Args...)
	case strings.HasSuffix(op.On.Type, "gorm.DB"):
		r.ofGorm(op, fn.Name(), call)
	case op.On.Type != "" || types.IsInterface(r.p.TypesInfo.TypeOf(at)):
		r.ofSQL(op, fn.Name(), call)
	}
	if op.Verb == "" {
		return nil
	}
	return op
}

// chain reads the calls that lead to one which runs a statement, and returns what the first is called on.
func (r *reader) chain(op *Op, expr ast.Expr) ast.Expr {
	for {
		expr = ast.Unparen(expr)
		call, ok := expr.(*ast.CallExpr)
		if !ok {
			return expr
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return expr
		}
		name := callmatch.CalleeName(r.p.TypesInfo, call)
		if verb := catalog.ChainBegins[name]; verb != "" {
			op.Verb = verb
		}
		op.Locks = op.Locks || r.locks(sel.Sel.Name, call)
		if op.Table == "" && catalog.ChainModels[sel.Sel.Name] && len(call.Args) > 0 {
			op.Table = r.tableOf(call.Args[0])
		}
		if !catalog.ChainModels[sel.Sel.Name] {
			op.Args = append(op.Args, call.Args...)
		}
		expr = sel.X
	}
}

// locks reports whether a call of a chain makes the query lock what it selects.
func (r *reader) locks(name string, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if v := r.p.TypesInfo.Types[arg].Value; name == "For" && v != nil && v.Kind() == constant.String && strings.HasPrefix(constant.StringVal(v), "UPDATE") {
			return true
		}
		if lit, ok := ast.Unparen(arg).(*ast.CompositeLit); ok && callmatch.IsType(r.p.TypesInfo.TypeOf(lit), "gorm.io/gorm/clause.Locking") {
			return true
		}
	}
	return false
}

// tableOf returns the table that an argument of gorm or bun names: a text, or the type of the records.
func (r *reader) tableOf(arg ast.Expr) string {
	if v := r.p.TypesInfo.Types[arg].Value; v != nil && v.Kind() == constant.String {
		return strings.ToLower(constant.StringVal(v))
	}
	t := callmatch.Deref(r.p.TypesInfo.TypeOf(arg))
	for {
		list, ok := t.Underlying().(*types.Slice)
		if !ok {
			return callmatch.TypeName(t)
		}
		t = callmatch.Deref(list.Elem())
	}
}

func (r *reader) ofGorm(op *Op, method string, call *ast.CallExpr) {
	if method == "Exec" {
		r.ofSQL(op, method, call)
		return
	}
	op.Verb = catalog.GormVerbs[method]
	if op.Table == "" && op.Verb != "" && len(call.Args) > 0 {
		op.Table = r.tableOf(call.Args[0])
	}
	op.Args = append(op.Args, call.Args...)
}

// ofSQL reads the text of a statement, a constant among the arguments.
func (r *reader) ofSQL(op *Op, method string, call *ast.CallExpr) {
	if !catalog.RunsSQL[method] {
		return
	}
	for i, arg := range call.Args {
		v := r.p.TypesInfo.Types[arg].Value
		if v == nil || v.Kind() != constant.String {
			continue
		}
		op.SQL = constant.StringVal(v)
		op.Verb, op.Table = catalog.VerbOf(op.SQL)
		op.Locks = op.Verb == "select" && catalog.LocksRows(op.SQL)
		op.Args = call.Args[i+1:]
		return
	}
}
