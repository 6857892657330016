// Package source finds in the syntax what the layers of locks report, and names it for messages
// and fixes.
package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/locks"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
)

// Wordy reports whether a value of the type is one word, which is copied in one step.
func Wordy(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Interface, *types.Signature, *types.Chan:
		return true
	}
	return false
}

// FreeName returns name, or a variation, that nothing in the function is called.
func FreeName(p *check.Pass, pos token.Pos, name, prefix string) string {
	fn, _ := Find[*ast.FuncDecl](p, pos)
	if fn == nil {
		return ""
	}
	name = strings.ToLower(name[:1]) + name[1:]
	title := strings.ToUpper(name[:1]) + name[1:]
	for _, candidate := range []string{name, prefix + title, name + "Now"} {
		free := p.Pkg.Scope().Lookup(candidate) == nil && types.Universe.Lookup(candidate) == nil && !token.IsKeyword(candidate)
		ast.Inspect(fn, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == candidate && !IsField(p, id) {
				free = false
			}
			return free
		})
		if free {
			return candidate
		}
	}
	return ""
}

// IsField reports whether the name of a selector is that of a field.
func IsField(p *check.Pass, id *ast.Ident) bool {
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && v.IsField()
}

// Functions yields the functions of the package whose locks are known, but for those
// in files that are left alone.
func Functions(p *check.Pass) iter.Seq[*lockset.Func] {
	return func(yield func(*lockset.Func) bool) {
		model := locks.Of(p.Pass)
		if model == nil {
			return
		}
		for _, f := range model.Funcs {
			if !p.Quiet(f.SSA.Pos()) && !yield(f) {
				return
			}
		}
	}
}

// IsShort reports whether a call is known to wait for nothing.
func IsShort(p *check.Pass, call *ast.CallExpr) bool {
	if tv := p.TypesInfo.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	fn := callmatch.Callee(p.TypesInfo, call)
	return fn != nil && fn.Pkg() != nil && fn.Signature().Recv() == nil && (catalog.ShortWork[fn.Pkg().Path()] || catalog.ShortWork[callmatch.Name(fn)])
}

// PathTo returns the nodes around pos, innermost first, up to the file.
func PathTo(p *check.Pass, pos token.Pos) []ast.Node {
	for _, f := range p.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos+1)
			return path
		}
	}
	return nil
}

// Find returns the innermost node of type T around pos, and the nodes around it.
func Find[T ast.Node](p *check.Pass, pos token.Pos) (T, []ast.Node) {
	path := PathTo(p, pos)
	for i, n := range path {
		if n, ok := n.(T); ok {
			return n, path[i+1:]
		}
		if _, ok := n.(*ast.FuncDecl); ok {
			break
		}
	}
	var zero T
	return zero, nil
}

// CallExpr returns the syntax of a call.
func CallExpr(p *check.Pass, call ssa.CallInstruction) *ast.CallExpr {
	return CallAt(p, call.Common().Pos())
}

// CallAt returns the call whose arguments begin at pos.
func CallAt(p *check.Pass, pos token.Pos) *ast.CallExpr {
	for _, n := range PathTo(p, pos) {
		if n, ok := n.(*ast.CallExpr); ok && n.Lparen == pos {
			return n
		}
	}
	return nil
}

// ReceiverText returns the text of what a method is called on.
func ReceiverText(p *check.Pass, call *ast.CallExpr) string {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && p.TypesInfo.Selections[sel] != nil {
		return p.Source(sel.X)
	}
	return ""
}

// Statement returns the innermost statement around pos that is an element of a
// list, so that lines can be put before and after it.
func Statement(p *check.Pass, pos token.Pos) (ast.Stmt, []ast.Node) {
	path := PathTo(p, pos)
	for i, n := range path {
		stmt, ok := n.(ast.Stmt)
		if !ok || i+1 >= len(path) {
			continue
		}
		if slices.Contains(astindex.Stmts(path[i+1]), stmt) {
			return stmt, path[i+1:]
		}
	}
	return nil, nil
}

// Mentions reports whether expr uses what others may change: a field, an element,
// or the result of a call, other than a text made of plain values and errors.
func Mentions(info *types.Info, expr ast.Expr) bool {
	found := false
	ast.Inspect(expr, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if info.Selections[n] != nil {
				found = true
			}
			return false
		case *ast.CallExpr:
			found = !formatsPlain(info, n)
		case *ast.IndexExpr, *ast.StarExpr, *ast.FuncLit, *ast.TypeAssertExpr, *ast.SliceExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// formatsPlain reports whether call makes a text or an error of numbers, texts
// and errors alone.
func formatsPlain(info *types.Info, call *ast.CallExpr) bool {
	name := callmatch.CalleeName(info, call)
	if !catalog.Formatters[name] && name != "errors.New" {
		return false
	}
	for _, arg := range call.Args {
		t := info.TypeOf(arg)
		if _, basic := t.Underlying().(*types.Basic); !basic && !callmatch.IsError(t) {
			return false
		}
	}
	return true
}
