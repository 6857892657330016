// Package ssabuild is an analyzer that builds the SSA form of a package, once, and only on
// demand. It reports nothing.
//
// The buildssa pass of x/tools does the same eagerly. Since the go command runs every
// fact-using analyzer on all dependencies, that would mean SSA for the whole standard
// library before the first check can skip a package.
package ssabuild

import (
	"go/ast"
	goroot "go/build"
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Analyzer yields a [Lazy].
var Analyzer = &analysis.Analyzer{
	Name:       "ssabuild",
	Doc:        "build SSA form on demand",
	Requires:   []*analysis.Analyzer{ctrlflow.Analyzer},
	ResultType: reflect.TypeFor[Lazy](),
	Run: func(pass *analysis.Pass) (any, error) {
		return Lazy(sync.OnceValue(func() *Package { return build(pass) })), nil
	},
}

// Lazy builds the SSA form on its first call. It is safe for concurrent use.
type Lazy func() *Package

// Of returns the SSA form of the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Package { return pass.ResultOf[Analyzer].(Lazy)() }

// A Package is one package in SSA form.
type Package struct {
	*ssa.Package
	Funcs    []*ssa.Function // source functions with bodies, literals included, in source order
	bySyntax map[ast.Node]*ssa.Function
}

// Std reports whether the pass is about a package of the standard library, about
// which the catalog knows what there is to know.
func Std(pass *analysis.Pass) bool {
	root := goroot.Default.GOROOT
	return root != "" && len(pass.Files) > 0 &&
		strings.HasPrefix(pass.Fset.Position(pass.Files[0].FileStart).Filename, root+"/src/")
}

// Func returns the function of an *ast.FuncDecl or *ast.FuncLit of the package,
// or nil.
func (p *Package) Func(syntax ast.Node) *ssa.Function { return p.bySyntax[syntax] }

func build(pass *analysis.Pass) *Package {
	prog := ssa.NewProgram(pass.Fset, ssa.GlobalDebug)
	prog.SetNoReturn(NoReturn(pass))
	for _, imported := range pass.Pkg.Imports() {
		prog.CreatePackage(imported, nil, nil, true)
	}
	p := &Package{
		Package:  prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false),
		bySyntax: make(map[ast.Node]*ssa.Function),
	}
	p.Build()
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn.Blocks != nil {
			resolveMethodValues(fn)
			p.Funcs = append(p.Funcs, fn)
			p.bySyntax[fn.Syntax()] = fn
		}
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
				if fn := prog.FuncValue(fn); fn != nil {
					add(fn)
				}
			}
		}
	}
	if init := p.Package.Func("init"); init != nil {
		for _, anon := range init.AnonFuncs {
			add(anon) // literals in package-level variables
		}
	}
	return p
}

// NoReturn returns what recognizes the functions that never return: by the bodies of what
// they call, and by the names of loggers' functions, of other packages, which decide by a
// severity. The pass must require ctrlflow.
func NoReturn(pass *analysis.Pass) func(*types.Func) bool {
	inferred := pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs).NoReturn
	return func(fn *types.Func) bool {
		return inferred(fn) ||
			fn.Pkg() != pass.Pkg && catalog.Fatal(fn.Name()) && fn.Signature().Results().Len() == 0
	}
}
