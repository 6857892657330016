package explore

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// importing has the packages that tests import, which are read once.
var importing struct {
	sync.Mutex
	importer types.Importer
}

var fset = token.NewFileSet()

// build returns the SSA form of one file.
func build(t *testing.T, src string) (*ssa.Program, *ssa.Package) {
	t.Helper()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	return buildFiles(t, []*ast.File{file})
}

func buildFiles(t *testing.T, files []*ast.File) (*ssa.Program, *ssa.Package) {
	t.Helper()
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Scopes: make(map[ast.Node]*types.Scope), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
	}
	importing.Lock()
	if importing.importer == nil {
		importing.importer = importer.ForCompiler(fset, "source", nil)
	}
	pkg, err := (&types.Config{Importer: importing.importer}).Check("p", fset, files, info)
	importing.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	prog := ssa.NewProgram(fset, ssa.GlobalDebug)
	for _, imported := range pkg.Imports() { // as ssabuild does; further ones are not named
		prog.CreatePackage(imported, nil, nil, true)
	}
	p := prog.CreatePackage(pkg, files, info, false)
	p.Build()
	return prog, p
}

// stuckLines returns the lines of the operations at which a goroutine can be blocked
// forever when root is called.
func stuckLines(m *machine, root *ssa.Function, budget int) (lines map[int]bool, complete bool) {
	s := m.explore(root, budget)
	lines = make(map[int]bool)
	for _, n := range s.list {
		for i := range n.live {
			if !n.free[i] && n.pends[i] != nil {
				lines[m.prog.Fset.Position(n.pends[i].site.Pos()).Line] = true
			}
		}
	}
	return lines, !s.incomplete
}
