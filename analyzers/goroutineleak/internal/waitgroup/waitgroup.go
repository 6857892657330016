// Package waitgroup is the model of a WaitGroup: where it is added to, done and waited
// for.
package waitgroup

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A Counter is one variable or field of type sync.WaitGroup (or a pointer to
// one) with all that the package does to it, each list in source order.
type Counter struct {
	V     *types.Var
	Adds  []astindex.Call // Add, unless of a negative constant
	Gos   []astindex.Call // Go
	Dones []astindex.Call // Done, or Add of a negative constant
	Waits []astindex.Call
	// Either is set when an Add gets a parameter: callers may give a negative one.
	Either bool
	// Open is set when other code may do more to it than these calls: it is
	// passed on, assigned, embedded, or other packages can name it.
	Open bool
}

// Counters returns the WaitGroups of the package in source order.
func Counters(p *check.Pass) []*Counter {
	index := astindex.Of(p.Pass)
	byVar := make(map[*types.Var]*Counter)
	for fn, calls := range index.Calls {
		role, ok := catalog.WaitGroupMethods[callmatch.Name(fn)]
		if !ok {
			continue
		}
		for _, call := range calls {
			if v := Variable(p.TypesInfo, Receiver(call.Expr), "sync.WaitGroup"); v != nil {
				if byVar[v] == nil {
					byVar[v] = &Counter{V: v}
				}
				byVar[v].note(p, role, call)
			}
		}
	}
	var list []*Counter
	for v, c := range byVar {
		list = append(list, c)
		calls := len(c.Adds) + len(c.Gos) + len(c.Dones) + len(c.Waits)
		_, pointer := types.Unalias(v.Type()).(*types.Pointer)
		c.Open = len(index.Uses[v]) > calls || pointer || v.Embedded() || v.Kind() == types.ParamVar || v.Kind() == types.ResultVar ||
			v.Exported() && v.Pkg().Name() != "main"
		for _, calls := range [][]astindex.Call{c.Adds, c.Gos, c.Dones, c.Waits} {
			slices.SortFunc(calls, func(a, b astindex.Call) int { return cmp.Compare(a.Expr.Pos(), b.Expr.Pos()) })
		}
	}
	slices.SortFunc(list, func(a, b *Counter) int { return cmp.Compare(a.V.Pos(), b.V.Pos()) })
	return list
}

func (c *Counter) note(p *check.Pass, role string, call astindex.Call) {
	switch role {
	case "add":
		arg := call.Expr.Args[0]
		n := p.TypesInfo.Types[arg].Value
		c.Either = c.Either || isParam(p.TypesInfo, arg)
		if n != nil && constant.Sign(n) < 0 {
			c.Dones = append(c.Dones, call)
		} else {
			c.Adds = append(c.Adds, call)
		}
	case "go":
		c.Gos = append(c.Gos, call)
	case "done":
		c.Dones = append(c.Dones, call)
	case "wait":
		c.Waits = append(c.Waits, call)
	}
}

func isParam(info *types.Info, arg ast.Expr) bool {
	v := syntax.LocalVariable(info, arg)
	return v != nil && v.Kind() == types.ParamVar
}

// Receiver returns x of a call x.method(…).
func Receiver(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return sel.X
	}
	return nil
}

// Variable returns the variable or field that expr names or selects, in its
// generic form; nil for variables of another type than the named one or a
// pointer to it, and for those that merely embed it.
func Variable(info *types.Info, expr ast.Expr, typeName string) *types.Var {
	v := callmatch.Field(info, expr)
	if id, ok := ast.Unparen(expr).(*ast.Ident); ok {
		v, _ = info.Uses[id].(*types.Var)
	}
	if v == nil || !callmatch.IsType(v.Type(), typeName) {
		return nil
	}
	return v.Origin()
}

// Steady reports whether what a go statement calls may be called in a literal instead.
func Steady(p *check.Pass, stmt *ast.GoStmt) bool {
	_, isLit := ast.Unparen(stmt.Call.Fun).(*ast.FuncLit)
	return isLit || localvar.Steady(p.TypesInfo, p.Files, stmt.Call, goversion.AtLeast(p.Version(stmt.Pos()), "go1.22"))
}

// AtStart puts a statement first in a function's body.
func AtStart(e *edit.Builder, body *ast.BlockStmt, stmt string) {
	if len(body.List) > 0 && !e.SameLine(body.Lbrace, body.List[0].Pos()) {
		e.Before(body.List[0], stmt)
		return
	}
	e.Insert(body.Lbrace+1, " "+stmt+"; ")
}

// NoteGroup notes a call on an error group.
func (c *Counter) NoteGroup(role string, call astindex.Call) {
	switch role {
	case "go":
		c.Gos = append(c.Gos, call)
	case "wait":
		c.Waits = append(c.Waits, call)
	}
}
