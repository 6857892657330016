package steps

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"sync"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Keys say which thing a step is about:
//
//	"p.name"              variable of package p
//	"p.T.f"               field f of whatever T
//	"p.name f"            field f of a variable whose type has no name
//	"p/file.go:12:3"      local variable declared there, or result of the call there
//	"#2", "#r", "#101"    second parameter, receiver, first parameter of a literal
//	"=0"                  first result
//
// The last two kinds are replaced where the function is called.
const (
	receiverKey = "#r"
	inner       = 100 // offset of the parameters of function literals
)

func resultKey(i int) string { return fmt.Sprintf("=%d", i) }
func paramKey(i int) string  { return fmt.Sprintf("#%d", i) }

// key returns the key of what expr denotes, "" when it has none.
func (w *walker) key(expr ast.Expr) string {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return w.objectKey(w.pass.TypesInfo.ObjectOf(expr))
	case *ast.SelectorExpr:
		if sel := w.pass.TypesInfo.Selections[expr]; sel != nil {
			if sel.Kind() == types.FieldVal {
				return w.fieldKey(expr, sel)
			}
			return ""
		}
		return w.objectKey(w.pass.TypesInfo.Uses[expr.Sel])
	case *ast.UnaryExpr:
		return w.key(expr.X)
	case *ast.StarExpr:
		return w.key(expr.X)
	case *ast.TypeAssertExpr:
		return w.key(expr.X)
	case *ast.IndexExpr:
		return w.key(expr.X) // what is in a list or a map is known by its key
	case *ast.CompositeLit:
		if _, ok := catalog.OpenLiterals[callmatch.TypeName(w.pass.TypesInfo.TypeOf(expr))]; ok {
			return whereKey(w.where(expr))
		}
	case *ast.CallExpr:
		if tv := w.pass.TypesInfo.Types[expr.Fun]; tv.IsType() && len(expr.Args) == 1 {
			return w.key(expr.Args[0])
		}
		switch name := callmatch.CalleeName(w.pass.TypesInfo, expr); {
		case catalog.CommandContexts[name] != "":
			return catalog.CommandContexts[name]
		case catalog.TombCalls[name] == "dying":
			return dying(w.receiver(expr))
		}
		return w.temp(expr)
	}
	return ""
}

// fieldKey is that of a field by its type; where that has no name, by the variable of a package that it is
// part of.
func (w *walker) fieldKey(expr *ast.SelectorExpr, sel *types.Selection) string {
	if key := callmatch.OwnedField(sel); key != "" {
		return key
	}
	if base := w.key(expr.X); base != "" && !open(base) && !strings.Contains(base, ":") {
		return base + " " + expr.Sel.Name
	}
	return ""
}

// temp is the key of a call's first result.
func (w *walker) temp(call *ast.CallExpr) string { return whereKey(w.where(call)) }

// dying is the key of the channel that is closed when a tomb is to end.
func dying(tomb string) string {
	if tomb == "" {
		return ""
	}
	return tomb + " dying"
}

func whereKey(at Where) string {
	return fmt.Sprintf("%s/%s:%d:%d", at.Pkg, at.File, at.Line, at.Column)
}

func (w *walker) objectKey(obj types.Object) string {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil || v.Name() == "_" {
		return ""
	}
	if i, ok := w.params[v]; ok {
		return paramKey(i)
	}
	if x, ok := w.ranged[v]; ok && tracked(v.Type()) {
		return w.key(x)
	}
	switch {
	case v == w.recv:
		return receiverKey
	case v.Parent() == v.Pkg().Scope():
		return v.Pkg().Path() + "." + v.Name()
	case v.IsField():
		return ""
	}
	return whereKey(w.at(v.Pos()))
}

// same notes that two expressions are one thing, if it is of a kind that steps
// are about.
func (w *walker) same(a, b string, t types.Type) {
	if a != "" && b != "" && a != b && tracked(t) {
		w.emit(Step{Kind: Same, Key: a, Other: b})
	}
}

// tracked reports whether steps may be about values of type t.
func tracked(t types.Type) bool { return track(t, false) }

// track is tracked for a type that is in a list or a map, or is not: functions are tracked
// by what holds them.
func track(t types.Type, inside bool) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return true
	case *types.Signature:
		return inside
	case *types.Slice:
		return track(u.Elem(), true)
	case *types.Map:
		return track(u.Elem(), true)
	}
	return owners()[callmatch.TypeName(t)]
}

// owners are the types with methods that are steps.
var owners = sync.OnceValue(func() map[string]bool {
	types := map[string]bool{"context.Context": true, "sync.WaitGroup": true, Anything: true}
	add := func(name string) {
		if i := strings.LastIndex(name, ")."); i > 0 {
			types[strings.TrimLeft(name[:i], "(*")] = true
		}
	}
	for name := range catalog.Closes {
		add(name)
	}
	for _, row := range catalog.Opens {
		types[row.Type] = true
	}
	for name := range catalog.Serving {
		add(name)
	}
	for name := range catalog.OtherServers {
		add(name)
	}
	for name := range catalog.OtherKills {
		add(name)
	}
	for name := range catalog.AcceptsConn {
		add(name)
	}
	for name := range catalog.Joins {
		add(name)
	}
	for name := range catalog.LogFlushes {
		add(name)
	}
	for name := range catalog.GroupRuns {
		add(name)
	}
	return types
})
