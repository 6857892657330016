package check

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A Duty is what users may declare that a function of theirs does, where the
// analysis cannot see it. A check names the duties it respects.
type Duty uint8

const (
	Stops       Duty = 1 << iota // ends the value it is given, or its receiver
	Closes                       // closes the channel or closer it is given
	RunsForever                  // runs until the process exits, by design
	Detaches                     // leaves the caller's context, by design
)

// funcName is how go/types writes functions and methods, without type
// parameters: path.Func, (path.Type).Method, (*path.Type).Method.
var funcName = lazyregexp.New(`^(?:[^\s()*,]+\.[\pL_][\pL\pN_]*|\(\*?[^\s()*,]+\.[\pL_][\pL\pN_]*\)\.[\pL_][\pL\pN_]*)$`)

// ValidFuncName reports whether name may be used in a list of declared functions.
func ValidFuncName(name string) error {
	if !funcName().MatchString(name) {
		return fmt.Errorf("%q names no function: want path.Func, (path.Type).Method or (*path.Type).Method", name)
	}
	return nil
}

// declarations are the duties by function.
type declarations map[string]Duty

// declared parses the lists of o; an error names the function.
func (o *Options) declared() (declarations, error) {
	d := make(declarations)
	for duty, list := range map[Duty]string{Stops: o.Stops, Closes: o.Closes, RunsForever: o.RunsForever, Detaches: o.Detaches} {
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.TrimSpace(name); name == "" {
				continue
			}
			if err := ValidFuncName(name); err != nil {
				return nil, err
			}
			d[name] |= duty
		}
	}
	return d, nil
}

// has reports whether fn is declared to do one of what.
func (d declarations) has(obj types.Object, what Duty) bool {
	fn, ok := obj.(*types.Func)
	return ok && d[declaredName(fn)]&what != 0
}

func declaredName(fn *types.Func) string {
	name := fn.Origin().FullName()
	if i, j := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']'); 0 <= i && i < j {
		name = name[:i] + name[j+1:] // (*p.Cache[K, V]).Run
	}
	return name
}

// excused reports whether a declaration answers the finding: it lies in a
// function that may do this, is about a call or goroutine of one, or about a
// value that one is given. Users know their functions, so any use counts.
func (p *Pass) excused(f Finding) bool {
	d, heeds := p.shared.declared, p.Check.Heeds
	if len(d) == 0 || heeds == 0 {
		return false
	}
	path, _ := astutil.PathEnclosingInterval(p.shared.files[p.Fset.File(f.At.Pos())].ast, f.At.Pos(), f.At.End())
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if d.has(p.TypesInfo.Defs[n.Name], heeds&(RunsForever|Detaches)) {
				return true
			}
		case *ast.GoStmt, *ast.CallExpr:
			if p.calls(n, heeds&(RunsForever|Detaches), nil) {
				return true
			}
		}
	}
	subjects := p.subjects(path)
	return len(subjects) > 0 && slices.ContainsFunc(p.Files, func(file *ast.File) bool {
		return p.calls(file, heeds&(Stops|Closes), subjects)
	})
}

// calls reports whether a function declared to do one of what is called below
// root, if subjects are given, on or with one of them.
func (p *Pass) calls(root ast.Node, what Duty, subjects map[types.Object]bool) bool {
	found := false
	ast.Inspect(root, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		found = p.shared.declared.has(typeutil.Callee(p.TypesInfo, call), what) && (subjects == nil || p.mentions(call, subjects))
		return !found
	})
	return found
}

func (p *Pass) mentions(n ast.Node, objects map[types.Object]bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && objects[p.TypesInfo.Uses[id]]
		return !found
	})
	return found
}

// subjects returns the variables and fields that the innermost statement or
// declaration on the path assigns to, or else those that the marked code names.
func (p *Pass) subjects(path []ast.Node) map[types.Object]bool {
	objects := make(map[types.Object]bool)
	add := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			switch e := ast.Unparen(e).(type) {
			case *ast.Ident:
				objects[p.TypesInfo.ObjectOf(e)] = true
			case *ast.SelectorExpr:
				objects[p.TypesInfo.ObjectOf(e.Sel)] = true
			}
		}
	}
	for _, n := range path {
		switch n := n.(type) {
		case ast.Expr:
			add(n)
			if kv, ok := n.(*ast.KeyValueExpr); ok {
				add(kv.Key)
			}
			continue
		case *ast.AssignStmt:
			add(n.Lhs...)
		case *ast.ValueSpec:
			for _, name := range n.Names {
				add(name)
			}
		}
		break
	}
	delete(objects, nil)
	return objects
}
