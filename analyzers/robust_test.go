package analyzers_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/inprocess"
)

// FuzzAnalyzers changes the testdata of all checks, statement by statement, and
// runs all of them on what still compiles: no check may fail on it, two runs have
// to agree, and what every fix leaves has to be Go.
func FuzzAnalyzers(f *testing.F) {
	dirs := testdata(f)
	for i := range dirs {
		for n := range 3 {
			f.Add(uint16(i), []byte{byte(i), byte(7*i + n), byte(5*n + i>>3), byte(31 * i), byte(n), byte(i + 3*n)})
		}
	}
	suite := all()
	f.Fuzz(func(t *testing.T, dir uint16, changes []byte) {
		sources := sourcesIn(t, dirs[int(dir)%len(dirs)])
		for len(changes) >= 3 && len(sources) > 0 {
			change(sources, changes[0], changes[1], changes[2])
			changes = changes[3:]
		}
		if found, ok := analyze(t, suite, sources); ok && !testing.Short() { // which leaves out what is only repeated
			again, _ := analyze(t, suite, sources)
			if !slices.Equal(found, again) {
				t.Errorf("two runs differ:\n%s\n\n%s", strings.Join(found, "\n"), strings.Join(again, "\n"))
			}
		}
	})
}

// TestHuge runs all checks on what only a generator writes.
func TestHuge(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"a function of 50,000 lines":       "func f(n int) int {\n" + strings.Repeat("\tn++\n\tif n > 10 {\n\t\tn = g(n)\n\t}\n", 12_500) + "\treturn n\n}\n\nfunc g(n int) int { return n }\n",
		"2,000 goroutines":                 "func f(c chan int) {\n" + strings.Repeat("\tgo func() {\n\t\tfor {\n\t\t\t<-c\n\t\t}\n\t}()\n", 2_000) + "}\n",
		"10,000 functions and a lock":      "type s struct {\n\tmu sync.Mutex\n\tn int\n}\n" + repeat(10_000, "func (s *s) f%d() {\n\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n\ts.n++\n}\n"),
		"1,000 functions with and without": "type s struct {\n\tmu sync.Mutex\n\tn int\n}\n" + repeat(1_000, "func (s *s) F%[1]d() {\n\ts.mu.Lock()\n\tdefer s.mu.Unlock()\n\ts.n++\n}\nfunc (s *s) G%[1]d() int {\n\treturn s.n\n}\n"),
		"blocks 1,000 deep":                "func f(n int) {\n" + strings.Repeat("for n > 0 {\nif n > 1 {\n", 500) + "n--" + strings.Repeat("}\n}\n", 500) + "}\n",
		"2,000 sends and receives":         "func f() {\n\tc := make(chan int)\n\tgo func() {\n" + strings.Repeat("\t\tc <- 1\n", 2_000) + "\t}()\n" + strings.Repeat("\t<-c\n", 2_000) + "}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			imported := ""
			if strings.Contains(source, "sync.") {
				imported = "import \"sync\"\n\n"
			}
			if testing.Short() {
				t.Skip("takes seconds each")
			}
			if _, ok := analyze(t, all(), map[string]string{"huge/huge.go": "package huge\n\n" + imported + source}); !ok {
				t.Error("does not compile")
			}
		})
	}
}

func repeat(n int, format string) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, format, i)
	}
	return out.String()
}

func all() []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, a := range analyzers.New(check.Options{Checks: "all"}) {
		list = append(list, a.Analyzer)
	}
	return list
}

// testdata returns the directories of the packages that the checks are tested with.
func testdata(t testing.TB) []string {
	t.Helper()
	dirs, err := filepath.Glob("*/*/testdata/src/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	return dirs
}

func sourcesIn(t *testing.T, dir string) map[string]string {
	sources := make(map[string]string)
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources[name] = string(data)
	}
	return sources
}

// change does one thing to one statement of one file.
func change(sources map[string]string, file, place, what byte) {
	names := slices.Sorted(maps.Keys(sources))
	name := names[int(file)%len(names)]
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, sources[name], 0)
	if err != nil {
		return
	}
	var blocks []*ast.BlockStmt
	ast.Inspect(tree, func(n ast.Node) bool {
		if block, ok := n.(*ast.BlockStmt); ok && len(block.List) > 0 {
			blocks = append(blocks, block)
		}
		return true
	})
	if len(blocks) == 0 {
		return
	}
	block := blocks[(int(file)*7+int(place))%len(blocks)]
	i := int(place) % len(block.List)
	others := blocks[int(what)%len(blocks)]
	if others.Pos() <= block.Pos() && block.End() <= others.End() {
		others = &ast.BlockStmt{} // a tree must not have itself in it
	}
	block.List = changed(block.List, i, others.List, what)
	var out bytes.Buffer
	if format.Node(&out, fset, tree) == nil {
		sources[name] = out.String()
	}
}

// changed returns the statements with the i-th one dropped, doubled, moved or
// wrapped, or with others in its place.
func changed(list []ast.Stmt, i int, others []ast.Stmt, what byte) []ast.Stmt {
	stmt := list[i]
	body := &ast.BlockStmt{List: []ast.Stmt{stmt}}
	call := &ast.CallExpr{Fun: &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: body}}
	with := func(s ...ast.Stmt) []ast.Stmt { return slices.Concat(list[:i], s, list[i+1:]) }
	switch what % 10 {
	case 0:
		return with()
	case 1:
		return with(stmt, stmt)
	case 2:
		return slices.Concat(list[i:], list[:i])
	case 3:
		return with(&ast.ForStmt{Body: body})
	case 4:
		return with(&ast.IfStmt{Cond: ast.NewIdent("true"), Body: body})
	case 5:
		return with(&ast.GoStmt{Call: call})
	case 6:
		return with(&ast.DeferStmt{Call: call})
	case 7:
		return with(&ast.ExprStmt{X: call})
	case 8:
		return with(&ast.SelectStmt{Body: &ast.BlockStmt{List: []ast.Stmt{&ast.CommClause{Body: []ast.Stmt{stmt}}}}})
	}
	return slices.Concat(list[:i], others, list[i:])
}

// stubs imports packages of the standard library, and from the testdata of one analyzer the
// stand-ins for others. All packages that are loaded share them, since most of the time of a
// load would go into finding and checking them anew.
type stubs struct {
	dirs map[string]string // of the stand-ins, by import path
	done map[string]*types.Package
}

var (
	importing sync.Mutex // also of std, which is for one goroutine
	std       = importer.ForCompiler(token.NewFileSet(), "gc", nil)
	shared    = make(map[string]*stubs) // by the analyzer's directory
)

func stubsOf(analyzer string) *stubs {
	importing.Lock()
	defer importing.Unlock()
	if shared[analyzer] == nil {
		shared[analyzer] = &stubs{standIns(analyzer), make(map[string]*types.Package)}
	}
	return shared[analyzer]
}

// standIns returns the directories below those of testdata, by import path: of two, that of the
// analyzer's own testdata.
func standIns(analyzer string) map[string]string {
	dirs := make(map[string]string)
	for _, pattern := range []string{"*/testdata/src", "testdata/src"} {
		roots, _ := filepath.Glob(filepath.Join(analyzer, pattern)) // the pattern is well-formed
		for _, root := range slices.Backward(roots) {
			_ = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
				if err == nil && d.IsDir() {
					rel, _ := filepath.Rel(root, name)
					dirs[filepath.ToSlash(rel)] = name
				}
				return nil // what cannot be read is not found
			})
		}
	}
	return dirs
}

func (s *stubs) Import(path string) (*types.Package, error) {
	importing.Lock()
	defer importing.Unlock()
	return s.load(path)
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func (s *stubs) load(path string) (*types.Package, error) {
	if s.done[path] != nil {
		return s.done[path], nil
	}
	dir := s.dirs[path]
	if strings.HasSuffix(path, "/lifecycle") {
		dir = "../lifecycle"
	}
	if dir == "" {
		return std.Import(path)
	}
	source, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range source.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	config := types.Config{Importer: importerFunc(s.load), IgnoreFuncBodies: true, Error: func(error) {}}
	s.done[path], _ = config.Check(path, fset, files, nil)
	return s.done[path], nil
}

// analyze returns what the suite finds, and false for what does not compile.
func analyze(t *testing.T, suite []*analysis.Analyzer, sources map[string]string) ([]string, bool) {
	p, found, ok := run(t, suite, sources)
	var list []string
	for _, d := range found {
		if d.Category == check.PanicCategory {
			t.Fatalf("%s\n%s", d.Message, text(sources))
		}
		for _, fix := range d.SuggestedFixes[:min(len(d.SuggestedFixes), max(0, 1000-len(list)))] {
			parses(t, p.Fset, sources, fix)
		}
		list = append(list, fmt.Sprint(p.Fset.Position(d.Pos), d.Message, len(d.SuggestedFixes)))
	}
	return list, ok
}

// run runs the suite on what compiles.
func run(t *testing.T, suite []*analysis.Analyzer, sources map[string]string) (p inprocess.Package, found []analysis.Diagnostic, ok bool) {
	if p, ok = load(sources); !ok {
		return p, nil, false
	}
	found, err := inprocess.Run(p, suite)
	if err != nil {
		t.Fatal(err)
	}
	return p, found, true
}

// load returns a package of these files, and false for what does not compile.
// Variables that are not used do not count: there are many after a change.
func load(sources map[string]string) (inprocess.Package, bool) {
	var p inprocess.Package
	p.New()
	p.Read = func(name string) ([]byte, error) { return []byte(sources[name]), nil }
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		file, err := parser.ParseFile(p.Fset, name, sources[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return p, false
		}
		p.Files = append(p.Files, file)
	}
	broken, home := false, ""
	if len(p.Files) > 0 {
		home, _, _ = strings.Cut(p.Fset.Position(p.Files[0].Package).Filename, string(filepath.Separator))
	}
	config := types.Config{Importer: stubsOf(home), Error: func(err error) { broken = broken || !unused(err) }}
	p.Types, _ = config.Check("example.com/fuzz", p.Fset, p.Files, p.Info)
	return p, !broken && len(p.Files) > 0
}

func unused(err error) bool {
	e := err.(types.Error)
	return e.Soft && (strings.HasPrefix(e.Msg, "declared and not used") || strings.HasSuffix(e.Msg, "imported and not used"))
}

// parses applies a fix and parses what it leaves.
func parses(t *testing.T, fset *token.FileSet, sources map[string]string, fix analysis.SuggestedFix) {
	edits := slices.Clone(fix.TextEdits)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { // of two at one place, the insertion comes last
		return cmp.Or(int(b.Pos-a.Pos), int(b.End-a.End))
	})
	if len(edits) == 0 {
		return
	}
	name := fset.File(edits[0].Pos).Name()
	source := sources[name]
	for _, e := range edits {
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		source = source[:fset.Position(e.Pos).Offset] + string(e.NewText) + source[fset.Position(end).Offset:]
	}
	if _, err := parser.ParseFile(token.NewFileSet(), name, source, 0); err != nil {
		t.Fatalf("%s: %v\n%s", fix.Message, err, source)
	}
}

func text(sources map[string]string) string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		fmt.Fprintf(&out, "-- %s --\n%s", name, sources[name])
	}
	return out.String()
}
