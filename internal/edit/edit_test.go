package edit

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

const runtimePath = "example.org/acme/lifecycle"

// newBuilder type-checks src and returns a builder for it, and the position of
// the identifier HERE. Imported packages are empty.
func newBuilder(t *testing.T, src string) (*Builder, *ast.File, token.Pos) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{}}
	conf := types.Config{Importer: emptyPackages{}, Error: func(error) {}, FakeImportC: true}
	pkg, _ := conf.Check("p", fset, []*ast.File{file}, info) // unused imports are expected here
	pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, Module: &analysis.Module{Path: "example.net/own/prog"},
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil }}
	var here token.Pos
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "HERE" {
			here = id.Pos()
		}
		return true
	})
	return New(pass, file), file, here
}

type emptyPackages struct{}

func (emptyPackages) Import(p string) (*types.Package, error) {
	pkg := types.NewPackage(p, path.Base(p))
	pkg.MarkComplete()
	return pkg, nil
}

func TestImport(t *testing.T) {
	t.Parallel()
	const use = "\n\nvar HERE = 1\n"
	for _, tt := range []struct {
		name, src, path, pkg, qualifier, want string
	}{
		{"none", "package p" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport \"example.org/acme/lifecycle\"" + use},
		{"none, comment behind the clause", "package p // says why" + use, runtimePath, "lifecycle", "lifecycle",
			"package p // says why\n\nimport \"example.org/acme/lifecycle\"" + use},
		{"ungrouped", "package p\n\nimport \"fmt\"" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.org/acme/lifecycle\"\n)" + use},
		{"ungrouped with comment", "package p\n\n// for printing\nimport \"fmt\"" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport \"example.org/acme/lifecycle\"\n\n// for printing\nimport \"fmt\"" + use},
		{"cgo alone", "package p\n\n// int f(void);\nimport \"C\"" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport \"example.org/acme/lifecycle\"\n\n// int f(void);\nimport \"C\"" + use},
		{"cgo before a group", "package p\n\n// int f(void);\nimport \"C\"\n\nimport (\n\t\"fmt\"\n)" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\n// int f(void);\nimport \"C\"\n\nimport (\n\t\"fmt\"\n\n\t\"example.org/acme/lifecycle\"\n)" + use},
		{"grouped, std only", "package p\n\nimport (\n\t\"fmt\"\n\t\"os\" // for files\n)" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport (\n\t\"fmt\"\n\t\"os\" // for files\n\n\t\"example.org/acme/lifecycle\"\n)" + use},
		{"grouped, sorted into its block", "package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.org/acme/api\"\n\t\"example.org/acme/web\"\n)" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.org/acme/api\"\n\t\"example.org/acme/lifecycle\"\n\t\"example.org/acme/web\"\n)" + use},
		{"grouped, the nearest of two blocks", "package p\n\nimport (\n\t\"github.com/x/y\"\n\n\t\"example.org/acme/api\"\n)" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport (\n\t\"github.com/x/y\"\n\n\t\"example.org/acme/api\"\n\t\"example.org/acme/lifecycle\"\n)" + use},
		{"grouped, not with the module's own", "package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/zap\"\n\n\t\"example.net/own/prog\"\n\t\"example.net/own/prog/web\"\n)" + use, "example.net/acme/lifecycle", "lifecycle", "lifecycle",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/zap\"\n\t\"example.net/acme/lifecycle\"\n\n\t\"example.net/own/prog\"\n\t\"example.net/own/prog/web\"\n)" + use},
		{"grouped, a copy with the module's own", "package p\n\nimport (\n\t\"example.net/zap\"\n\n\t\"example.net/own/prog/web\"\n)" + use, "example.net/own/prog/lifecycle", "lifecycle", "lifecycle",
			"package p\n\nimport (\n\t\"example.net/zap\"\n\n\t\"example.net/own/prog/lifecycle\"\n\t\"example.net/own/prog/web\"\n)" + use},
		{"grouped, before a spec with a comment", "package p\n\nimport (\n\t// the web\n\t\"example.org/acme/web\"\n)" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport (\n\t\"example.org/acme/lifecycle\"\n\t// the web\n\t\"example.org/acme/web\"\n)" + use},
		{"standard library, no std block", "package p\n\nimport (\n\t\"example.org/acme/web\"\n)" + use, "time", "time", "time",
			"package p\n\nimport (\n\t\"time\"\n\n\t\"example.org/acme/web\"\n)" + use},
		{"standard library, sorted", "package p\n\nimport (\n\t\"fmt\"\n\t\"unsafe\"\n)" + use, "time", "time", "time",
			"package p\n\nimport (\n\t\"fmt\"\n\t\"time\"\n\t\"unsafe\"\n)" + use},
		{"parentheses on one line", "package p\n\nimport (\"fmt\")" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport \"example.org/acme/lifecycle\"\n\nimport (\"fmt\")" + use},
		{"present", "package p\n\nimport \"example.org/acme/lifecycle\"" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport \"example.org/acme/lifecycle\"" + use},
		{"aliased", "package p\n\nimport lc \"example.org/acme/lifecycle\"" + use, runtimePath, "lifecycle", "lc",
			"package p\n\nimport lc \"example.org/acme/lifecycle\"" + use},
		{"blank", "package p\n\nimport _ \"example.org/acme/lifecycle\"" + use, runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport (\n\t\"example.org/acme/lifecycle\"\n\t_ \"example.org/acme/lifecycle\"\n)" + use},
		{"shadowed by a local", "package p\n\nimport \"example.org/acme/lifecycle\"\n\nfunc f(lifecycle int) {\n\tvar HERE = lifecycle\n}\n", runtimePath, "lifecycle", "lifecycle2",
			"package p\n\nimport (\n\t\"example.org/acme/lifecycle\"\n\tlifecycle2 \"example.org/acme/lifecycle\"\n)\n\nfunc f(lifecycle int) {\n\tvar HERE = lifecycle\n}\n"},
		{"name taken in the package", "package p\n\nvar lifecycle, HERE = 1, 2\n", runtimePath, "lifecycle", "lifecycle2",
			"package p\n\nimport lifecycle2 \"example.org/acme/lifecycle\"\n\nvar lifecycle, HERE = 1, 2\n"},
		{"name taken by another import", "package p\n\nimport \"example.net/lifecycle\"" + use, runtimePath, "lifecycle", "lifecycle2",
			"package p\n\nimport (\n\t\"example.net/lifecycle\"\n\tlifecycle2 \"example.org/acme/lifecycle\"\n)" + use},
		{"package name differs from the path", "package p" + use, "example.org/acme/internal/lc", "lifecycle", "lifecycle",
			"package p\n\nimport lifecycle \"example.org/acme/internal/lc\"" + use},
		{"carriage returns", strings.ReplaceAll("package p"+use, "\n", "\r\n"), runtimePath, "lifecycle", "lifecycle",
			"package p\n\nimport \"example.org/acme/lifecycle\"" + strings.ReplaceAll(use, "\n", "\r\n")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, _, here := newBuilder(t, tt.src)
			if q := b.Import(here, tt.path, tt.pkg); q != tt.qualifier {
				t.Errorf("qualifier is %q, want %q", q, tt.qualifier)
			}
			got := string(b.apply(b.edits, b.file.FileStart, b.file.FileEnd))
			if got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
			if b.err != nil {
				t.Error(b.err)
			}
			before, err := format.Source([]byte(tt.src))
			if err == nil && string(before) == tt.src {
				if after, err := format.Source([]byte(got)); err != nil || string(after) != got {
					t.Errorf("not formatted any more: %v", err)
				}
			}
		})
	}
}

// A group takes both imports, the standard library first; the only import becomes a group.
func TestTwoImports(t *testing.T) {
	t.Parallel()
	for _, imports := range []string{"import (\n\t\"fmt\"\n)", "import \"fmt\""} {
		testTwoImports(t, "package p\n\n"+imports+"\n\nvar HERE = 1\n")
	}
}

func testTwoImports(t *testing.T, src string) {
	t.Helper()
	b, _, here := newBuilder(t, src)
	b.Import(here, runtimePath, "lifecycle")
	b.Import(here, "time", "time")
	b.Import(here, runtimePath, "lifecycle")
	fix := b.Fix("Do it", "")
	if fix == nil {
		t.Fatal(b.err)
	}
	want := "package p\n\nimport (\n\t\"fmt\"\n\t\"time\"\n\n\t\"example.org/acme/lifecycle\"\n)\n\nvar HERE = 1\n"
	if got := string(b.apply(fix.edits, b.file.FileStart, b.file.FileEnd)); got != want {
		t.Errorf("got:\n%s", got)
	}
}

// What is deleted leaves no blank line at the edge of its block, and no second one.
func TestDeleteStmts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, body string
		from, to   int
		want       string
	}{
		{"first", "\tHERE()\n\n\tg()\n", 0, 0, "{\n\tg()\n}"},
		{"last", "\tg()\n\n\tHERE()\n", 1, 1, "{\n\tg()\n}"},
		{"between", "\tg()\n\n\tHERE()\n\n\tg()\n", 1, 1, "{\n\tg()\n\n\tg()\n}"},
		{"no blank lines", "\tg()\n\tHERE()\n\tg()\n", 1, 1, "{\n\tg()\n\tg()\n}"},
		{"two", "\tHERE()\n\tg()\n\n\tg()\n", 0, 1, "{\n\tg()\n}"},
		{"all", "\tHERE()\n", 0, 0, "{\n}"},
		{"second on a line", "\tg(); HERE()\n", 1, 1, ""},
		{"first on a line", "\tHERE(); g()\n", 0, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, f, _ := newBuilder(t, "package p\n\nfunc f() {\n"+tt.body+"}\n\nfunc g() {}\n\nfunc HERE() {}\n")
			list := f.Decls[0].(*ast.FuncDecl).Body.List
			b.DeleteStmts(list[tt.from], list[tt.to])
			fix := b.Fix("Do it", "")
			if fix == nil || tt.want == "" {
				if fix != nil || tt.want != "" {
					t.Errorf("fix %v, want %q", fix, tt.want)
				}
				return
			}
			if got := string(b.apply(fix.edits, b.file.FileStart, b.file.FileEnd)); !strings.Contains(got, "func f() "+tt.want+"\n") {
				t.Errorf("got\n%s\nwant %s", got, tt.want)
			}
		})
	}
}

// Two fixes of one file must bring the same edit for the same import, wherever
// they are.
func TestImportDependsOnFileAlone(t *testing.T) {
	t.Parallel()
	src := "package p\n\nfunc f(lifecycle int) { _ = lifecycle }\n\nfunc g() { var HERE = 1 }\n"
	b, file, here := newBuilder(t, src)
	first := b.Import(here, runtimePath, "lifecycle")
	other := New(b.pass, file)
	second := other.Import(file.Decls[0].End(), runtimePath, "lifecycle")
	if first != second || string(b.edits[0].NewText) != string(other.edits[0].NewText) || b.edits[0].Pos != other.edits[0].Pos {
		t.Errorf("%q %v, %q %v", first, b.edits, second, other.edits)
	}
}

func TestFix(t *testing.T) {
	t.Parallel()
	const src = "package p\n\nfunc f() {\n\tg() // why\n\th(); g()\n}\n\nfunc g() {}\n\nfunc h() { HERE() }\n\nfunc HERE() {}\n"
	stmt := func(f *ast.File, i int) ast.Stmt { return f.Decls[0].(*ast.FuncDecl).Body.List[i] }
	for _, tt := range []struct {
		name string
		edit func(b *Builder, f *ast.File)
		want string // "" for no fix
	}{
		{"before", func(b *Builder, f *ast.File) { b.Before(stmt(f, 0), "h()", "h()") },
			"func f() {\n\th()\n\th()\n\tg() // why\n"},
		{"after, behind the comment", func(b *Builder, f *ast.File) { b.After(stmt(f, 0), "h()") },
			"func f() {\n\tg() // why\n\th()\n\th(); g()\n"},
		{"several lines for one, the comment on the first", func(b *Builder, f *ast.File) {
			b.Replace(stmt(f, 0).Pos(), stmt(f, 0).End(), "if true {\n\t\th()\n\t}")
		}, "func f() {\n\tif true { // why\n\t\th()\n\t}\n\th(); g()\n"},
		{"several lines with a comment of their own", func(b *Builder, f *ast.File) {
			b.Replace(stmt(f, 0).Pos(), stmt(f, 0).End(), "if true {\n\t\th() // so\n\t}")
		}, "func f() {\n\tif true {\n\t\th() // so\n\t} // why\n\th(); g()\n"},
		{"after, not on the same line", func(b *Builder, f *ast.File) { b.After(stmt(f, 1), "g()") }, ""},
		{"delete lines", func(b *Builder, f *ast.File) { b.DeleteLines(stmt(f, 0)) }, "func f() {\n\th(); g()\n"},
		{"delete one of two on a line", func(b *Builder, f *ast.File) { b.DeleteLines(stmt(f, 2)) }, ""},
		{"delete the other one", func(b *Builder, f *ast.File) { b.DeleteLines(stmt(f, 1)) }, ""},
		{"overlap", func(b *Builder, f *ast.File) {
			b.Replace(stmt(f, 0).Pos(), stmt(f, 0).End(), "h()")
			b.Replace(stmt(f, 0).Pos()+1, stmt(f, 0).End(), "x")
		}, ""},
		{"breaks the syntax", func(b *Builder, f *ast.File) { b.Insert(stmt(f, 0).Pos(), "}") }, ""},
		{"outside", func(b *Builder, f *ast.File) { b.Insert(f.FileEnd+10, "x") }, ""},
		{"nothing", func(*Builder, *ast.File) {}, ""},
		{"two imports without a group", func(b *Builder, f *ast.File) {
			b.Import(f.FileEnd, runtimePath, "lifecycle")
			b.Import(f.FileEnd, "time", "time")
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, f, _ := newBuilder(t, src)
			tt.edit(b, f)
			fix := b.Fix("Do it", "")
			if fix == nil {
				if tt.want != "" {
					t.Fatalf("no fix: %v", b.err)
				}
				return
			}
			if got := string(b.apply(fix.edits, b.file.FileStart, b.file.FileEnd)); tt.want == "" || !strings.Contains(got, tt.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
		})
	}
}

func TestTitle(t *testing.T) {
	t.Parallel()
	if got := (&Fix{Title: "Do it"}).Suggested().Message; got != "Do it" {
		t.Error(got)
	}
	if got := (&Fix{Title: "Do it", Changes: "waits longer"}).Suggested().Message; got != "Do it (behaviour change: waits longer)" {
		t.Error(got)
	}
}

// One import comes and the only one goes, in either order.
func TestSwapImport(t *testing.T) {
	t.Parallel()
	for _, first := range []bool{true, false} {
		b, file, here := newBuilder(t, "package p\n\nimport \"a\"\n\nvar HERE = a.B\n")
		sel := file.Decls[1].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.SelectorExpr)
		if first {
			b.Import(here, runtimePath, "lifecycle")
		}
		if !b.DropImport(sel) {
			t.Error("not dropped")
		}
		b.Import(here, runtimePath, "lifecycle")
		b.Replace(sel.Pos(), sel.End(), "lifecycle.B")
		fix := b.Fix("Do it", "")
		if fix == nil {
			t.Fatal(b.err)
		}
		if got, want := string(b.apply(fix.edits, b.file.FileStart, b.file.FileEnd)), "package p\n\nimport \"example.org/acme/lifecycle\"\n\nvar HERE = lifecycle.B\n"; got != want {
			t.Errorf("got:\n%s", got)
		}
	}
}

func TestDropImport(t *testing.T) {
	t.Parallel()
	const use = "\n\nvar _ = a.B\n"
	for _, tt := range []struct{ name, head, want string }{
		{"alone", "import \"a\"", "package p\n\nvar"},
		{"alone in parentheses", "import (\n\t\"a\"\n)", "package p\n\nvar"},
		{"in a group", "import (\n\t\"a\"\n\t\"b\"\n)", "import (\n\t\"b\"\n)"},
		{"first group", "import (\n\t\"a\"\n\n\t\"b\"\n)", "import (\n\t\"b\"\n)"},
		{"last group", "import (\n\t\"b\"\n\n\t\"a\"\n)", "import (\n\t\"b\"\n)"},
		{"middle group", "import (\n\t\"b\"\n\n\t\"a\"\n\n\t\"c\"\n)", "import (\n\t\"b\"\n\n\t\"c\"\n)"},
		{"used twice", "import \"a\"\n\nvar _ = a.C", ""},
		{"with a comment", "import (\n\t\"a\" // why\n)", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, file, _ := newBuilder(t, "package p\n\n"+tt.head+use)
			var sel *ast.SelectorExpr
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == "B" {
					sel = s
				}
				return true
			})
			if dropped := b.DropImport(sel); dropped != (tt.want != "") {
				t.Fatalf("dropped: %t", dropped)
			} else if !dropped {
				return
			}
			b.Replace(sel.Pos(), sel.End(), "0")
			fix := b.Fix("Do it", "")
			if fix == nil {
				t.Fatalf("no fix: %v", b.err)
			}
			got := b.apply(fix.edits, b.file.FileStart, b.file.FileEnd)
			if formatted, err := format.Source(got); err != nil || string(formatted) != string(got) || !strings.Contains(string(got), tt.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
		})
	}
}
