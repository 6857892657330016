package fixprop_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/fixprop"
	"github.com/lifecyclelint/lifecyclelint/internal/inprocess"
	"github.com/lifecyclelint/lifecyclelint/internal/textbook"
)

// leastCases keeps the test from proving less and less: so many variations are fixed at least.
const leastCases = 1500

// every is the part of the variations that TestShapes takes of each shape, always the same ones:
// with FIXPROP=all, as .ci/run has it, or a filter, it takes them all.
const every = 2

// TestShapes varies every shape of the textbook, and fixes each second variation.
func TestShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes thousands of packages")
	}
	t.Parallel()
	cases := seeds(t, os.Getenv("TEXTBOOK"))
	l := newLab(t, cases)
	step := every
	if os.Getenv("FIXPROP") == "all" || os.Getenv("TEXTBOOK") != "" {
		step = 1
	}
	fixed := 0
	for i, c := range cases {
		src, err := c.Render("bad")
		if err != nil {
			t.Fatal(err)
		}
		variations, err := fixprop.Vary(src.Text, src.Want[0])
		if err != nil {
			t.Fatal(err)
		}
		for j := i % step; j < len(variations); j += step {
			fixed += l.prove(c, variations[j])
		}
	}
	l.report()
	t.Logf("%d fixes of variations", fixed)
	if fixed*step < leastCases && os.Getenv("TEXTBOOK") == "" {
		t.Errorf("%d fixes are not many: want %d", fixed, leastCases)
	}
}

// seeds returns each shape in its first context.
func seeds(t *testing.T, filter string) (list []textbook.Case) {
	t.Helper()
	shapes, err := textbook.Load(os.DirFS("../../testdata/textbook"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range shapes {
		contexts, err := s.Contexts()
		if err != nil {
			t.Fatal(err)
		}
		if len(contexts) > 0 && strings.HasPrefix(s.Path(), filter) && s.NoFix == "" {
			list = append(list, textbook.Case{Shape: s, Context: contexts[0]})
		}
	}
	return list
}

// A lab analyzes packages in this process.
type lab struct {
	t        *testing.T
	importer types.Importer
	suites   map[string][]*analysis.Analyzer // by the checks that are chosen
	severity map[string]check.Severity       // by ID
	problems map[string][]string             // where, by what is wrong
}

func newLab(t *testing.T, cases []textbook.Case) *lab {
	t.Helper()
	l := &lab{t: t, importer: newImporter(t, cases), suites: make(map[string][]*analysis.Analyzer), severity: make(map[string]check.Severity), problems: make(map[string][]string)}
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			l.severity[c.ID()] = c.Severity
		}
	}
	return l
}

// newImporter imports what the shapes import, the standard library and the runtime package, from
// what the go command has compiled.
func newImporter(t *testing.T, cases []textbook.Case) types.Importer {
	t.Helper()
	paths := map[string]bool{"std": true, check.RuntimePath: true}
	for _, c := range cases {
		src, err := c.Render("bad")
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), "", src.Text, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			paths[path] = true
		}
	}
	exports := make(map[string]string)
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	cmd := exec.Command("go", append(args, slices.Sorted(maps.Keys(paths))...)...)
	cmd.Dir = "../catalog/testdata/resolve"
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if path, file, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			exports[path] = file
		}
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, errors.New("no export data")
		}
		return os.Open(exports[path])
	})
}

// suite returns the checks that are run by default, and those that are chosen.
func (l *lab) suite(checks string) []*analysis.Analyzer {
	if l.suites[checks] == nil {
		list := analyzers.New(check.Options{})
		var words []string
		if checks != "" {
			words = strings.Split(checks, ",")
		}
		chosen, err := analyzers.Select(list, words)
		if err != nil {
			l.t.Fatal(err)
		}
		for i, a := range list[:len(list)-1] { // the last looks at what directives keep back
			one := analyzers.New(check.Options{Suggested: true, Checks: chosen[a.Name]})[i]
			l.suites[checks] = append(l.suites[checks], one.Analyzer)
		}
	}
	return l.suites[checks]
}

// A diagnostic is what a check reports, with the fix.
type diagnostic struct {
	id, message, title string
	edits              []finding.Edit
	line               int
}

// analyze returns what is found in a package of two files; an error is one of the compiler's.
func (l *lab) analyze(checks string, files map[string][]byte) ([]diagnostic, error) {
	p := inprocess.Package{Fset: token.NewFileSet(), Info: &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance), Defs: make(map[*ast.Ident]types.Object),
		Uses: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}, Read: func(name string) ([]byte, error) { return files[name], nil }}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file, err := parser.ParseFile(p.Fset, name, files[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, file)
	}
	var err error
	if p.Types, err = (&types.Config{Importer: l.importer}).Check("platform.dev/platform/service", p.Fset, p.Files, p.Info); err != nil {
		return nil, err
	}
	found, err := inprocess.Run(p, l.suite(checks))
	if err != nil {
		l.t.Fatal(err)
	}
	var list []diagnostic
	for _, d := range found {
		if d.Category == check.PanicCategory {
			l.t.Fatalf("%s\n%s", d.Message, files["work.go"])
		}
		list = append(list, newDiagnostic(p.Fset, d))
	}
	return list, nil
}

func newDiagnostic(fset *token.FileSet, d analysis.Diagnostic) diagnostic {
	one := diagnostic{id: d.Category, message: d.Message, line: fset.Position(d.Pos).Line}
	for _, fix := range d.SuggestedFixes {
		one.title = fix.Message
		for _, e := range fix.TextEdits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			one.edits = append(one.edits, finding.Edit{File: fset.Position(e.Pos).Filename, Start: fset.Position(e.Pos).Offset, End: fset.Position(end).Offset, New: string(e.NewText)})
		}
	}
	return one
}

// prove makes each fix that a variation is offered, and returns how many.
func (l *lab) prove(c textbook.Case, v fixprop.Variation) (fixes int) {
	files := map[string][]byte{"work.go": v.Text, "helper.go": v.Helper}
	before, err := l.analyze(c.Shape.Checks, files)
	if err != nil {
		return 0
	}
	for _, d := range before {
		if d.title == "" || d.id != c.Shape.ID() {
			continue
		}
		fixes++
		fixed := driver.Apply(v.Text, d.edits)
		where := c.ID() + ", " + v.Name
		if os.Getenv("FIXPROP_SHOW") == v.Name {
			l.t.Logf("%s: %s\n%s", where, d.title, fixed)
		}
		for _, problem := range l.wrong(c, v, d, before, fixed) {
			l.problems[problem] = append(l.problems[problem], where)
		}
	}
	return fixes
}

// wrong returns what is wrong with a fix.
func (l *lab) wrong(c textbook.Case, v fixprop.Variation, d diagnostic, before []diagnostic, fixed []byte) (list []string) {
	after, err := l.analyze(c.Shape.Checks, map[string][]byte{"work.go": fixed, "helper.go": v.Helper})
	if err != nil {
		return []string{d.id + ": does not compile: " + err.Error()}
	}
	if nice, err := format.Source(fixed); err != nil || !bytes.Equal(nice, fixed) {
		list = append(list, d.id+": is not as gofmt writes it")
	}
	if code := commented(v.Text); code != "" && bytes.Contains(fixed, []byte("\t"+code+"\n")) && !bytes.Contains(fixed, []byte("// stays")) {
		list = append(list, d.id+": drops a comment")
	}
	is, was := counts(after), counts(before)
	for id, n := range is {
		switch {
		case id == d.id && n >= was[id]:
			list = append(list, d.id+": the finding stays")
		case id == "resourceleak/stop-not-called" && strings.Contains(d.title, "leaves without"):
			// the title says so, and the command that tries fixes leaves it out
		case id != d.id && n > was[id] && rank[l.severity[id]] >= rank[l.severity[d.id]]:
			list = append(list, fmt.Sprintf("%s: brings %s", d.id, id))
		}
	}
	if v.Mark == "" || strings.Contains(d.title, edit.ChangesMark) {
		return list
	}
	if call, deferred := strings.CutPrefix(v.Mark, "defer "); deferred && strings.HasPrefix(lineOf(v.Text, d.line), v.Mark) {
		if !bytes.Contains(fixed, []byte(call)) { // the mark itself is what the fix is for, and may be called sooner
			list = append(list, fmt.Sprintf("%s: drops %s", d.id, strconv.Quote(v.Mark)))
		}
		return list
	}
	skips, err := v.Skipped(fixed)
	if err != nil {
		l.t.Fatal(err)
	}
	if skips {
		list = append(list, fmt.Sprintf("%s: is safe, and skips %s", d.id, strconv.Quote(v.Mark)))
	}
	return list
}

// lineOf returns the n-th line of text, without the blanks around it.
func lineOf(text []byte, n int) string {
	return string(bytes.TrimSpace(bytes.Split(text, []byte("\n"))[n-1]))
}

// commented returns the code before the comment that stays as long as there is the code.
func commented(text []byte) string {
	before, _, found := bytes.Cut(text, []byte(" // stays"))
	if !found {
		return ""
	}
	return strings.TrimSpace(string(before[bytes.LastIndexByte(before, '\n')+1:]))
}

var rank = map[check.Severity]int{check.Low: 0, check.Medium: 1, check.High: 2}

func counts(list []diagnostic) map[string]int {
	n := make(map[string]int)
	for _, d := range list {
		n[d.id]++
	}
	return n
}

func (l *lab) report() {
	for _, problem := range slices.Sorted(maps.Keys(l.problems)) {
		l.t.Errorf("%s\n\t%s", problem, strings.Join(l.problems[problem], "\n\t"))
	}
}
