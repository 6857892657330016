package statuses

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// mongo reads a call of the MongoDB driver whose filter and update are literals,
// or local variables that hold one.
func mongo(info *types.Info, in *inspector.Inspector, call *ast.CallExpr) *Statement {
	m, ok := catalog.MongoCalls[callmatch.CalleeName(info, call)]
	if !ok || max(m.Filter, m.Update) >= len(call.Args) {
		return nil
	}
	s := &Statement{Call: call, Mongo: true, ByID: m.ByID, Set: make(map[string]Value), Where: make(map[string][]Value)}
	d := &document{info, in}
	if m.Filter >= 0 {
		d.each(call.Args[m.Filter], func(key string, value ast.Expr) {
			s.ByID = s.ByID || m.One && isID(key) && d.literal(value) == nil
			d.leaves(value, false, func(v ast.Expr, not bool) {
				w := d.value(v)
				if w.Any = not || w.Const == ""; not {
					w.Const = ""
				}
				s.Where[key] = append(s.Where[key], w)
			})
		})
	}
	if m.Update >= 0 {
		d.each(call.Args[m.Update], func(op string, fields ast.Expr) {
			if op == "$set" {
				d.each(fields, func(key string, value ast.Expr) { s.Set[key] = d.value(value) })
			}
		})
	}
	return s
}

// document reads bson.M and bson.D literals.
type document struct {
	info *types.Info
	in   *inspector.Inspector
}

// each calls f for the fields of the document that expr is, and of those below
// $or and $and.
func (d *document) each(expr ast.Expr, f func(key string, value ast.Expr)) {
	lit := d.literal(expr)
	if lit == nil {
		return
	}
	for _, elt := range lit.Elts {
		key, value := "", ast.Expr(nil)
		switch elt := elt.(type) {
		case *ast.KeyValueExpr: // bson.M
			key, value = d.text(elt.Key), elt.Value
		case *ast.CompositeLit: // bson.D, or a document in a list
			if _, pair := d.info.TypeOf(elt).Underlying().(*types.Struct); !pair || len(elt.Elts) != 2 {
				d.each(elt, f)
				continue
			}
			key, value = d.text(valueOf(elt.Elts[0])), valueOf(elt.Elts[1])
		}
		if key == "$or" || key == "$and" {
			d.each(value, f)
		} else if key != "" {
			f(key, value)
		}
	}
}

// leaves calls f for the values that a field is compared with: itself, or those
// below operators such as $in; not is set below $ne and $nin.
func (d *document) leaves(expr ast.Expr, not bool, f func(v ast.Expr, not bool)) {
	lit := d.literal(expr)
	if lit == nil {
		f(expr, not)
		return
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			op := d.text(kv.Key)
			d.leaves(kv.Value, not || op == "$ne" || op == "$nin", f)
			continue
		}
		d.leaves(elt, not, f)
	}
}

func valueOf(elt ast.Expr) ast.Expr {
	if kv, ok := elt.(*ast.KeyValueExpr); ok {
		return kv.Value
	}
	return elt
}

// literal returns the composite literal that expr is or that a local holds.
func (d *document) literal(expr ast.Expr) *ast.CompositeLit {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.CompositeLit:
		return expr
	case *ast.Ident:
		lit, _ := d.local(expr).(*ast.CompositeLit)
		return lit
	}
	return nil
}

// local returns the only value that a local variable ever holds, or nil.
func (d *document) local(id *ast.Ident) ast.Expr {
	v, ok := d.info.Uses[id].(*types.Var)
	use, found := astindex.Find(d.in, id)
	if !ok || !found {
		return nil
	}
	for decl := range use.Enclosing((*ast.FuncDecl)(nil)) {
		return localvar.Value(d.info, decl.Node(), v)
	}
	return nil
}

func (d *document) value(expr ast.Expr) Value {
	state, number := strings.CutPrefix(stateOf(d.info, expr), numeric)
	return Value{Const: state, Number: number, Expr: expr}
}

func (d *document) text(expr ast.Expr) string {
	return strings.TrimPrefix(stateOf(d.info, expr), numeric)
}
