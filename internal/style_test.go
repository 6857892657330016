package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// A turn is a row of the table in CONTRIBUTING.md: what is not written, and what is
// written for it.
type turn struct {
	not   []*regexp.Regexp
	but   string
	where string // messages, documents or everywhere: each includes the one before
}

// scopes are the third column of the table, the widest last.
var scopes = []string{"messages", "pages", "documents", "everywhere"}

// mostWords is how long a message may be.
const mostWords = 36

// Texts hold to the table of CONTRIBUTING.md.
func TestWords(t *testing.T) {
	t.Parallel()
	turns := readTurns(t)
	for _, l := range literals(t) {
		reportTurns(t, turns, "messages", l.at, l.text)
	}
	for _, file := range documents(t) {
		scope := "documents"
		if strings.HasPrefix(file, "../analyzers/") {
			scope = "pages"
		}
		for i, line := range documentLines(t, file) {
			reportTurns(t, turns, scope, fmt.Sprintf("%s:%d", file, i+1), line)
		}
	}
	for _, c := range comments(t) {
		reportTurns(t, turns, "everywhere", c.at, c.text)
	}
}

// Messages are one line, in lower case, without a full stop, and not longer than a reader
// takes in at a glance.
func TestMessages(t *testing.T) {
	t.Parallel()
	n := 0
	for _, l := range literals(t) {
		if !l.message {
			continue
		}
		n++
		text := strings.TrimSpace(l.text)
		if strings.ContainsAny(text, "\n\r") || strings.HasSuffix(text, ".") {
			t.Errorf("%s: not one line without a full stop: %q", l.at, text)
		}
		word, _, _ := strings.Cut(text, " ")
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) && strings.ToUpper(word) != word && !strings.Contains(word, ".") {
			t.Errorf("%s: does not begin in lower case: %q", l.at, text)
		}
		if words := len(strings.Fields(text)); words > mostWords {
			t.Errorf("%s: %d words, at most %d: %q", l.at, words, mostWords, text)
		}
	}
	if n < 100 {
		t.Errorf("%d messages are found, which is not all", n)
	}
}

// readTurns returns the rows of the table.
func readTurns(t *testing.T) []turn {
	t.Helper()
	text, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| Not | But | Where |\n| --- | --- | --- |\n")
	var list []turn
	quoted := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `\|`, "\x00"), " | ")
		if len(cells) != 3 {
			t.Fatalf("CONTRIBUTING.md: not three columns: %s", line)
		}
		row := turn{but: cells[1], where: strings.TrimSuffix(cells[2], " |")}
		for _, m := range quoted.FindAllStringSubmatch(strings.ReplaceAll(cells[0], "\x00", "|"), -1) {
			re, err := regexp.Compile(`(?i)\b(?:` + strings.ReplaceAll(m[1], " ", `\s+`) + `)\b`)
			if err != nil {
				t.Fatalf("CONTRIBUTING.md: %v", err)
			}
			row.not = append(row.not, re)
		}
		if len(row.not) == 0 || !slices.Contains(scopes, row.where) {
			t.Fatalf("CONTRIBUTING.md: a row without an expression or a scope: %s", line)
		}
		list = append(list, row)
	}
	if len(list) < 20 {
		t.Fatalf("CONTRIBUTING.md: %d rows are found in the table", len(list))
	}
	return list
}

func reportTurns(t *testing.T, turns []turn, scope, at, text string) {
	t.Helper()
	for _, row := range turns {
		if slices.Index(scopes, row.where) < slices.Index(scopes, scope) {
			continue
		}
		for _, re := range row.not {
			if m := re.FindString(text); m != "" {
				t.Errorf("%s: write %q as %s: %s", at, m, row.but, strings.TrimSpace(text))
			}
		}
	}
}

// A text is something that is read, and where it stands.
type text struct {
	at, text string
	message  bool // what a finding says, or a doubt, a proof or a title
}

// phrases are files of texts that users write, and checks look for.
var phrases = []string{"../analyzers/ctxbackground/backgroundoverparam/reasons.go", "../analyzers/localhostdefault/internal/setting/key.go", "../analyzers/lockrace/internal/guard/guard.go", "../analyzers/shutdownorder/nodrain/nodrain.go"}

// speaking are the directories of code that users read the texts of.
var speaking = []string{"../analyzers", "verdict", "cli", "driver", "audit", "auditor", "service", "output", "lsp", "config", "baseline", "manifest", "scaffold", "../cmd"}

// literals returns the texts in the code of checks, of doubts, of proofs and of commands.
func literals(t *testing.T) []text {
	t.Helper()
	var list []text
	var files []string
	for _, dir := range speaking {
		files = append(files, goFiles(t, dir)...)
	}
	for _, file := range files {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		messages := messageLiterals(f)
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			s, err := strconv.Unquote(lit.Value)
			if err == nil && strings.Contains(s, " ") && !slices.Contains(phrases, file) {
				list = append(list, text{fset.Position(lit.Pos()).String(), s, messages[lit]})
			}
			return true
		})
	}
	return list
}

// messageLiterals returns the literals from which a field Message or Title, or a doubt or
// a proof, is made: a literal, or the format of a Sprintf.
func messageLiterals(f *ast.File) map[*ast.BasicLit]bool {
	found := make(map[*ast.BasicLit]bool)
	add := func(e ast.Expr) {
		if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 {
			e = call.Args[0]
		}
		if lit, ok := e.(*ast.BasicLit); ok {
			found[lit] = true
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "Message" || key.Name == "Title") {
				add(n.Value)
			}
		case *ast.CompositeLit:
			if kind, ok := n.Type.(*ast.Ident); ok && (kind.Name == "Doubt" || kind.Name == "Proof") && len(n.Elts) > 1 {
				add(n.Elts[1])
			}
		}
		return true
	})
	return found
}

// goFiles returns the Go files below dir, those of tests and testdata apart.
func goFiles(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			list = append(list, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// comments returns the comments of all code, line by line.
func comments(t *testing.T) []text {
	t.Helper()
	var list []text
	for _, file := range goFiles(t, "..") {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range f.Comments {
			list = append(list, text{at: fset.Position(group.Pos()).String(), text: group.Text()})
		}
	}
	return list
}

// documents returns the pages of checks and the documents that are written by hand.
func documents(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../analyzers/*/*/*.md", "../lifecycle/*.md", "../testdata/*/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		list = append(list, files...)
	}
	return list
}

// documentLines returns the lines of a document, with the table of CONTRIBUTING.md and
// blocks of code left empty.
func documentLines(t *testing.T, file string) []string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(content), "\n")
	code := false
	for i, line := range lines {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		if fence {
			code = !code
		}
		if fence || code || filepath.Base(file) == "CONTRIBUTING.md" && strings.HasPrefix(line, "|") {
			lines[i] = ""
		}
	}
	return lines
}

// The builtin functions print and println are for debugging: what they write goes to the standard
// error of the program that runs the checks.
func TestNoDebugOutput(t *testing.T) {
	t.Parallel()
	inspectFiles(t, func(fset *token.FileSet, n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && (id.Name == "print" || id.Name == "println") {
				t.Errorf("%s: output for debugging", fset.Position(call.Pos()))
			}
		}
	})
}

// A constant, a function and a package variable have no list of what uses them: its pointer is nil.
func TestReferrers(t *testing.T) {
	t.Parallel()
	inspectFiles(t, func(fset *token.FileSet, n ast.Node) {
		star, ok := n.(*ast.StarExpr)
		if !ok {
			return
		}
		call, ok := star.X.(*ast.CallExpr)
		if !ok {
			return
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Referrers" {
			t.Errorf("%s: use ssabuild.Referrers", fset.Position(star.Pos()))
		}
	})
}

// inspectFiles calls f for each node of the Go files of the repository.
func inspectFiles(t *testing.T, f func(*token.FileSet, ast.Node)) {
	t.Helper()
	for _, name := range goFiles(t, "..") {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			f(fset, n)
			return true
		})
	}
}
