package analyzers_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestSameFindings writes the testdata of all checks in ways that mean the same (other names,
// an alias, a method value, a helper, another file), and expects the same findings: they are about
// what code does, not about how it looks. What still differs is counted in testdata/same.txt by
// way of writing and check, "+" for what is found only then and "-" for what is not; UPDATE_GOLDEN
// writes it, and a failure lists the places. Packages that are imported are filled when they are
// asked, and bear one test at a time.
func TestSameFindings(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes all testdata eight times")
	}
	suite := all()
	var differ []string
	for _, dir := range testdata(t) {
		o := originalIn(t, dir)
		before, _ := reshaped(o, func(*shaper, ast.Node) {})
		want, ok := lines(t, suite, before)
		if !ok {
			continue
		}
		for name, rewrite := range rewritings {
			for _, d := range differences(t, suite, o, want, rewrite) {
				differ = append(differ, fmt.Sprintf("%s: %s %s", name, filepath.ToSlash(dir), d))
			}
		}
	}
	slices.Sort(differ)
	got := counted(differ)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile("testdata/same.txt", []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/same.txt")
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Split(strings.TrimSpace(string(want)), "\n")
	for _, line := range without(got, old) {
		t.Errorf("not in testdata/same.txt: %s\n%s", line, strings.Join(ofKind(differ, kindOf(line)), "\n"))
	}
	for _, line := range without(old, got) {
		t.Errorf("only in testdata/same.txt: %s", line)
	}
}

// counted returns the kinds of differences, each with how many there are of it.
func counted(differ []string) []string {
	counts := make(map[string]int)
	for _, d := range differ {
		counts[kindOf(d)]++
	}
	var list []string
	for kind, n := range counts {
		list = append(list, fmt.Sprint(kind, " ", n))
	}
	slices.Sort(list)
	return list
}

// kindOf returns the way of writing, the sign and the check of a difference, or of a line of
// testdata/same.txt.
func kindOf(d string) string {
	name, rest, _ := strings.Cut(d, ": ")
	fields := strings.Fields(rest)
	if len(fields) == 4 { // directory, sign, place, check
		return name + ": " + fields[1] + " " + fields[3]
	}
	return name + ": " + fields[0] + " " + fields[1]
}

func ofKind(differ []string, kind string) []string {
	return slices.DeleteFunc(slices.Clone(differ), func(d string) bool { return kindOf(d) != kind })
}

// rewritings are ways to write the same.
var rewritings = map[string]func(original) map[string]string{
	"go func() { f() }()": each((*shaper).inLiteral),
	"var v = f()":         each((*shaper).declared),
	"for ;; {}":           each((*shaper).endless),
	"other names":         each((*shaper).renamed),
	"q := p; q.f()":       each((*shaper).aliased),
	"g := p.f; g()":       each((*shaper).asValue),
	"func() { f() }()":    each((*shaper).inHelper),
	"other file":          moved,
}

// each rewrites every node of a package; it returns nil where there is nothing to rewrite.
func each(rewrite func(*shaper, ast.Node)) func(original) map[string]string {
	return func(o original) map[string]string {
		after, edits := reshaped(o, rewrite)
		if edits == 0 {
			return nil
		}
		return after
	}
}

// differences returns what is found in only one of the two ways to write a package.
func differences(t *testing.T, suite []*analysis.Analyzer, o original, want []string, rewrite func(original) map[string]string) (list []string) {
	after := rewrite(o)
	if after == nil {
		return nil
	}
	got, compiles := lines(t, suite, after)
	if !compiles {
		return nil
	}
	got = unmoved(got)
	for _, line := range without(got, want) {
		list = append(list, "+ "+line)
	}
	for _, line := range without(want, got) {
		list = append(list, "- "+line)
	}
	return list
}

// lines returns the lines of what is found.
func lines(t *testing.T, suite []*analysis.Analyzer, sources map[string]string) ([]string, bool) {
	p, found, ok := run(t, suite, sources)
	var list []string
	for _, d := range found {
		at := p.Fset.Position(d.Pos)
		list = append(list, fmt.Sprintf("%s:%d %s", filepath.Base(at.Filename), at.Line, d.Category))
	}
	slices.Sort(list)
	return list, ok
}

func without(list, others []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(others, s) })
}

// inLiteral makes go f(a) go func() { f(a) }(), and so with defer.
func (s *shaper) inLiteral(n ast.Node) {
	var call *ast.CallExpr
	switch n := n.(type) {
	case *ast.GoStmt:
		call = n.Call
	case *ast.DeferStmt:
		call = n.Call
	default:
		return
	}
	if s.evaluatesFirst(call) || s.recovers(call.Fun) {
		return
	}
	s.edit(call.Pos(), call.Pos(), "func() { ")
	s.edit(call.End(), call.End(), " }()")
}

// evaluatesFirst reports whether a part of the call is called when the statement is
// reached, which a literal around it would put off.
func (s *shaper) evaluatesFirst(call *ast.CallExpr) bool {
	found := false
	ast.Inspect(call, func(n ast.Node) bool {
		inner, ok := n.(*ast.CallExpr)
		_, literal := n.(*ast.FuncLit)
		found = found || literal || ok && inner != call && !s.p.Info.Types[inner.Fun].IsType()
		return !found
	})
	return found
}

// recovers reports whether fun calls recover itself, which works only where it is
// deferred itself.
func (s *shaper) recovers(fun ast.Expr) bool {
	id, ok := fun.(*ast.Ident)
	found := ok && id.Name == "recover"
	for _, file := range s.p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			decl, isDecl := n.(*ast.FuncDecl)
			if !isDecl || s.p.Info.Defs[decl.Name] != s.p.Info.ObjectOf(calledIdent(fun)) {
				return !isDecl
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				found = found || ok && id.Name == "recover"
				return true
			})
			return false
		})
	}
	return found
}

func calledIdent(fun ast.Expr) *ast.Ident {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}

// declared makes v := f() var v = f().
func (s *shaper) declared(n ast.Node) {
	list, ok := n.(*ast.BlockStmt)
	if !ok {
		return
	}
	for _, stmt := range list.List {
		assign, ok := stmt.(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE || slices.ContainsFunc(assign.Lhs, func(lhs ast.Expr) bool { return s.p.Info.Defs[lhs.(*ast.Ident)] == nil }) {
			continue
		}
		s.edit(assign.Pos(), assign.Pos(), "var ")
		s.edit(assign.TokPos, assign.TokPos+token.Pos(len(":=")), "=")
	}
}

// endless makes for {} for ; ; {}.
func (s *shaper) endless(n ast.Node) {
	loop, ok := n.(*ast.ForStmt)
	if ok && loop.Cond == nil && loop.Init == nil && loop.Post == nil {
		s.edit(loop.For+token.Pos(len("for")), loop.For+token.Pos(len("for")), " ;; ")
	}
}
