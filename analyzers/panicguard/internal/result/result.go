// Package result finds the result by which a function says that it has failed, and gives
// it a name.
package result

import (
	"go/ast"
	"go/types"
	"strconv"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
)

// A Func is the declaration or literal around a statement.
type Func struct {
	Node ast.Node
	Type *ast.FuncType
	Name string // for messages
}

// Error returns the last result if it is an error, else nil.
func Error(info *types.Info, ft *ast.FuncType) *ast.Field {
	if ft.Results == nil || len(ft.Results.List) == 0 {
		return nil
	}
	last := ft.Results.List[len(ft.Results.List)-1]
	if !callmatch.IsError(info.TypeOf(last.Type)) {
		return nil
	}
	return last
}

// Name returns the name of the last result, "" if it cannot be set by one.
func Name(ft *ast.FuncType) string {
	last := ft.Results.List[len(ft.Results.List)-1]
	if len(last.Names) == 0 || last.Names[len(last.Names)-1].Name == "_" {
		return ""
	}
	return last.Names[len(last.Names)-1].Name
}

// GiveName gives the last result a name that nothing in the function has yet,
// and the other results the blank one.
func GiveName(p *check.Pass, e *edit.Builder, fn *Func, field string) string {
	base := "err"
	if field != "" {
		base = "result"
	}
	name := base
	for i := 2; DeclaredIn(p.TypesInfo, fn.Node, name); i++ {
		name = base + strconv.Itoa(i)
	}
	results := fn.Type.Results
	last := results.List[len(results.List)-1]
	if len(last.Names) > 0 {
		id := last.Names[len(last.Names)-1]
		if id.Name != "_" {
			return "" // hidden where it would be set
		}
		e.Replace(id.Pos(), id.End(), name)
		return name
	}
	if !results.Opening.IsValid() {
		e.Insert(last.Pos(), "("+name+" ")
		e.Insert(last.End(), ")")
		return name
	}
	for _, field := range results.List[:len(results.List)-1] {
		e.Insert(field.Pos(), "_ ")
	}
	e.Insert(last.Pos(), name+" ")
	return name
}

// DeclaredIn reports whether something below n is declared by that name.
func DeclaredIn(info *types.Info, n ast.Node, name string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name && info.Defs[id] != nil
		return !found
	})
	return found
}
