package astindex

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
)

// GoroutineOf returns a place in this package where a goroutine starts that runs fn, an
// *ast.FuncDecl or *ast.FuncLit, directly or through named calls. It returns false if there
// is none, and also if fn is reached from main or an init function without a go statement
// on the path: then running it is what the program is for.
func (x *Index) GoroutineOf(info *types.Info, fn ast.Node) (Start, bool) {
	var found *Start
	seen := make(map[ast.Node]bool)
	var climb func(n ast.Node) bool // reports whether n runs on the main goroutine
	climb = func(n ast.Node) bool {
		if n == nil || seen[n] {
			return false
		}
		seen[n] = true
		if s := x.startOf(info, n); s != nil && found == nil {
			found = s
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			return climb(x.invoke[n])
		case *ast.FuncDecl:
			if isEntry(n) {
				return true
			}
			obj, _ := info.Defs[n.Name].(*types.Func)
			for _, c := range x.Calls[obj] {
				if !c.Go && climb(c.In) {
					return true
				}
			}
		}
		return false
	}
	if climb(fn) || found == nil {
		return Start{}, false
	}
	return *found, true
}

func (x *Index) startOf(info *types.Info, fn ast.Node) *Start {
	for i, s := range x.Starts {
		switch fn := fn.(type) {
		case *ast.FuncLit:
			if s.Lit == fn {
				return &x.Starts[i]
			}
		case *ast.FuncDecl:
			if s.Func != nil && s.Func == info.Defs[fn.Name] {
				return &x.Starts[i]
			}
		}
	}
	return nil
}

// Inner returns the one call of a function that the start's literal is for, beside what
// it defers; nil for other starts.
//
//	go func() {
//		defer recoverPanic()
//		shared.listen()
//	}()
func (s Start) Inner() *ast.CallExpr {
	if s.Lit == nil || len(s.Lit.Type.Params.List) > 0 {
		return nil
	}
	var only *ast.CallExpr
	for _, stmt := range s.Lit.Body.List {
		if _, ok := stmt.(*ast.DeferStmt); ok {
			continue
		}
		expr, ok := stmt.(*ast.ExprStmt)
		if !ok || only != nil {
			return nil
		}
		if only, ok = expr.X.(*ast.CallExpr); !ok {
			return nil
		}
	}
	return only
}

// Runs reports whether the goroutine begins with fn, or with a literal that only calls it.
func (s Start) Runs(info *types.Info, fn *types.Func) bool {
	if inner := s.Inner(); inner != nil {
		called := callmatch.Callee(info, inner)
		return called != nil && called.Origin() == fn
	}
	return s.Func == fn
}

func isEntry(decl *ast.FuncDecl) bool {
	return decl.Recv == nil && (decl.Name.Name == "main" || decl.Name.Name == "init")
}

// OnlyInGoroutines reports whether every call path to fn, as far as the package shows,
// begins with a go statement or a starter: no caller waits for its result.
func (x *Index) OnlyInGoroutines(info *types.Info, fn ast.Node) bool {
	seen := make(map[ast.Node]bool)
	var only func(n ast.Node) bool
	only = func(n ast.Node) bool {
		if n == nil || seen[n] {
			return n != nil
		}
		seen[n] = true
		started := x.startOf(info, n) != nil
		decl, ok := n.(*ast.FuncDecl)
		if !ok {
			return started || only(x.invoke[n.(*ast.FuncLit)])
		}
		obj, _ := info.Defs[decl.Name].(*types.Func)
		if decl.Name.IsExported() || len(x.Values[obj]) > 0 && !started {
			return false
		}
		for _, c := range x.Calls[obj] {
			if !c.Go && !only(c.In) {
				return false
			}
			started = true
		}
		return started
	}
	return only(fn)
}
