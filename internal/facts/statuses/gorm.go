package statuses

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// gorm reads a chain of calls that queries records, or changes them:
//
//	db.Model(&Job{}).Where("status = ?", Pending).Updates(map[string]any{"status": Running})
//
// A chain that is kept in a variable, to be continued, counts as a query. cur is the last
// call of the chain.
func gorm(info *types.Info, in *inspector.Inspector, cur inspector.Cursor) *Statement {
	call := cur.Node().(*ast.CallExpr)
	if catalog.GormCalls[callmatch.CalleeName(info, call)] == "" || goesOn(info, cur) {
		return nil
	}
	g := &chain{
		document:  document{info, in},
		Statement: &Statement{Call: call, ORM: true, Set: make(map[string]Value), Where: make(map[string][]Value)},
	}
	for link := call; link != nil; {
		sel, ok := ast.Unparen(link.Fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		g.link(catalog.GormCalls[callmatch.CalleeName(info, link)], link.Args)
		link = g.before(sel.X)
	}
	if g.Table == "" && g.dest != nil {
		g.Table = tableOf(info.TypeOf(g.dest))
	}
	if len(g.Where)+len(g.Set) == 0 && !g.Vague {
		return nil
	}
	if g.Table == "" {
		g.Table = anyTable
	}
	return g.Statement
}

// before returns the call of the chain that x is, or that a local variable keeps.
func (g *chain) before(x ast.Expr) *ast.CallExpr {
	x = ast.Unparen(x)
	if id, ok := x.(*ast.Ident); ok {
		x = g.local(id)
	}
	call, _ := x.(*ast.CallExpr)
	return call
}

// goesOn reports whether the chain continues with another call on what this one returns.
func goesOn(info *types.Info, cur inspector.Cursor) bool {
	kind, _ := cur.ParentEdge()
	if kind != edge.SelectorExpr_X {
		return false
	}
	next, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
	return ok && catalog.GormCalls[callmatch.CalleeName(info, next)] != ""
}

type chain struct {
	document
	*Statement
	dest ast.Expr // what the last call fills
}

// link reads one call of the chain, from its end to its start.
func (g *chain) link(role string, args []ast.Expr) {
	if len(args) == 0 {
		return
	}
	switch role {
	case "model":
		g.model(args[0])
	case "table":
		g.Table = g.text(args[0])
	case "where":
		g.where(args)
	case "ask":
		g.dest = args[0]
		g.where(args[1:])
	case "vague":
		g.Vague = true
	case "lock":
		g.locks(args)
	case "set":
		if len(args) == 2 {
			g.Set[g.text(args[0])] = g.value(args[1])
		}
	case "sets":
		if !g.fields(args[0], func(column string, value ast.Expr) { g.Set[column] = g.value(value) }) {
			g.stores(args[0])
		}
	case "save":
		g.stores(args[0])
		g.model(args[0])
	}
}

// model takes the table from the type of a value, and that value for the record
// in question when it is more than an example of its type.
func (g *chain) model(expr ast.Expr) {
	if g.Table == "" {
		g.Table = tableOf(g.info.TypeOf(expr))
	}
	if unary, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && unary.Op == token.AND {
		expr = unary.X
	}
	if _, slice := callmatch.Deref(g.info.TypeOf(expr)).Underlying().(*types.Slice); !slice && g.literal(expr) == nil && len(g.Set) > 0 {
		g.ByID = true
	}
}

// membership is a condition that any state may fulfil.
var membership = lazyregexp.New(`(?i)(\w+)["` + "`" + `]?\s+(?:not\s+)?(?:in|like)\s*\(?\s*[?@]`)

// where reads a condition: a text with arguments, a map, an example, or an ID.
func (g *chain) where(args []ast.Expr) {
	if len(args) == 0 {
		return
	}
	tv := g.info.Types[args[0]]
	switch {
	case tv.Value != nil && tv.Value.Kind() == constant.String:
		text := constant.StringVal(tv.Value)
		g.ByID = g.ByID || byID(text)
		for column, values := range conditions(filled(g.info, text, args[1:])) {
			g.Where[column] = append(g.Where[column], values...)
		}
		for _, m := range membership().FindAllStringSubmatch(text, -1) {
			column := strings.ToLower(m[1])
			g.Where[column] = append(g.Where[column], Value{Any: true})
		}
	case isBasic(tv.Type):
		g.ByID = true
	default:
		known := g.fields(args[0], func(column string, value ast.Expr) {
			w := g.value(value)
			w.Any = w.Const == ""
			g.Where[column] = append(g.Where[column], w)
		})
		g.Vague = g.Vague || !known
	}
}

// locks notes a SELECT … FOR UPDATE.
func (g *chain) locks(args []ast.Expr) {
	for _, arg := range args {
		lit := g.literal(arg)
		if lit != nil && callmatch.IsType(g.info.TypeOf(lit), "gorm.io/gorm/clause.Locking") {
			g.Text = "FOR UPDATE"
		}
	}
}

// fields calls f for the columns of a map or of an example, and reports whether
// expr is one that can be read.
func (g *chain) fields(expr ast.Expr, f func(column string, value ast.Expr)) bool {
	if unary, ok := ast.Unparen(expr).(*ast.UnaryExpr); ok && unary.Op == token.AND {
		expr = unary.X
	}
	lit := g.literal(expr)
	if lit == nil {
		return false
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		if key, ok := kv.Key.(*ast.Ident); ok && isField(g.info, key) {
			f(columnOf(g.info.Uses[key].(*types.Var)), kv.Value)
		} else if name := g.text(kv.Key); name != "" {
			f(strings.ToLower(name), kv.Value)
		}
	}
	return true
}
