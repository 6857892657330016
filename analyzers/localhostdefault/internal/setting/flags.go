package setting

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// registered finds the default in a call that registers a setting under a name:
// viper.SetDefault, flag.String and the like.
func (f *finder) registered(cur inspector.Cursor, call *ast.CallExpr, d catalog.Default) {
	value, key := call.Args[d.Default], lastText(f.TypesInfo, call.Args[d.Key])
	if usage := d.Default + 1; d.Flag && usage < len(call.Args) && saysListened(lastText(f.TypesInfo, call.Args[usage])) {
		return
	}
	s := Setting{flag: d.Flag, named: true, holder: cur, Fix: dropDefault(value)}
	if amp, ok := ast.Unparen(call.Args[0]).(*ast.UnaryExpr); ok && amp.Op == token.AND {
		s.holder, s.Field = inspector.Cursor{}, variable(f.TypesInfo, amp.X) // StringVar
		if name := f.configField(amp.X); name.tagged {
			s.flag = false // a program that reads a configuration is no tool of the moment
			if len(split(key)) < 2 {
				key, s.part = name.text, name.part
			}
		}
	}
	f.add(value, key, s)
	f.rangedDefaults(cur, call.Args[d.Key], value)
}

// lastText returns the constant that expr is or ends in: the name of a flag after a prefix.
func lastText(info *types.Info, expr ast.Expr) string {
	if text, ok := constString(info, expr); ok {
		return text
	}
	if sum, ok := ast.Unparen(expr).(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return lastText(info, sum.Y)
	}
	return ""
}

// rangedDefaults finds the defaults in a map whose keys and values a loop
// registers one by one.
func (f *finder) rangedDefaults(cur inspector.Cursor, key, value ast.Expr) {
	k, v := variable(f.TypesInfo, key), variable(f.TypesInfo, value)
	for loop := range cur.Enclosing((*ast.RangeStmt)(nil)) {
		stmt := loop.Node().(*ast.RangeStmt)
		if k == nil || v == nil || stmt.Key == nil || stmt.Value == nil ||
			variable(f.TypesInfo, stmt.Key) != k || variable(f.TypesInfo, stmt.Value) != v {
			continue
		}
		f.mapOfDefaults(stmt.X)
		return
	}
}

// mapOfDefaults finds defaults in a map literal, or in that of a variable.
func (f *finder) mapOfDefaults(arg ast.Expr) {
	lit, ok := ast.Unparen(arg).(*ast.CompositeLit)
	if v := variable(f.TypesInfo, arg); !ok && v != nil {
		lit = f.literalOf(v)
	}
	if lit == nil {
		return
	}
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			key, _ := constString(f.TypesInfo, kv.Key)
			f.add(kv.Value, key, Setting{named: true, Fix: dropDefault(kv.Value)})
		}
	}
}

// literalOf returns the literal that v is declared with.
func (f *finder) literalOf(v *types.Var) *ast.CompositeLit {
	var found *ast.CompositeLit
	for cur := range f.in.Root().Preorder((*ast.CompositeLit)(nil)) {
		if found == nil && f.destination(cur) == v {
			found = cur.Node().(*ast.CompositeLit)
		}
	}
	return found
}

// chained finds the default of a flag that is declared by a chain of calls, as
// kingpin.Flag("url", "…").Default("http://localhost").String().
func (f *finder) chained(cur inspector.Cursor, call *ast.CallExpr) {
	key, usage := "", ""
	for link := call; link != nil; {
		sel, ok := ast.Unparen(link.Fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		if catalog.FlagChains[callmatch.CalleeName(f.TypesInfo, link)] && len(link.Args) > 0 {
			key, usage = lastText(f.TypesInfo, link.Args[0]), lastText(f.TypesInfo, link.Args[len(link.Args)-1])
			break
		}
		link, _ = ast.Unparen(sel.X).(*ast.CallExpr)
	}
	if saysListened(usage) {
		return
	}
	s := Setting{flag: true, holder: lastOfChain(cur)}
	if last := s.holder.Node().(*ast.CallExpr); len(last.Args) > 0 {
		if amp, ok := ast.Unparen(last.Args[0]).(*ast.UnaryExpr); ok && amp.Op == token.AND {
			s.holder, s.Field = inspector.Cursor{}, variable(f.TypesInfo, amp.X) // StringVar
		}
	}
	s.Fix = requireFlag(call)
	for _, value := range call.Args {
		f.add(value, key, s)
	}
}

// keyOfChain returns the name of the setting that a call is a method of, as
// section.Key("db.host").MustString("127.0.0.1").
func (f *finder) keyOfChain(call *ast.CallExpr) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	key, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	if !ok || len(key.Args) == 0 || !catalog.KeyChains[callmatch.CalleeName(f.TypesInfo, key)] {
		return ""
	}
	return lastText(f.TypesInfo, key.Args[0])
}

// lastOfChain returns the last of the calls of methods of what the one at cur
// returns.
func lastOfChain(cur inspector.Cursor) inspector.Cursor {
	for {
		sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
		if !ok || sel.X != cur.Node() {
			return cur
		}
		call, ok := cur.Parent().Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != sel {
			return cur
		}
		cur = cur.Parent().Parent()
	}
}
