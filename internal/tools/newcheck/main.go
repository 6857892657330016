// Command newcheck writes the directory of a new check and adds the check to its
// analyzer. Run it from the repository's root:
//
//	go run ./internal/tools/newcheck goroutineleak/my-check "goroutine does what it should not"
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal(`usage: newcheck analyzer/slug "what it reports, in one line"`)
	}
	if err := scaffold(".", os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

var validID = regexp.MustCompile(`^[a-z]+/[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

const module = "github.com/lifecyclelint/lifecyclelint"

// check is what the templates see.
type check struct {
	Analyzer, Slug, Word, Title string
}

// scaffold writes the check's files below root, and overwrites nothing.
func scaffold(root, id, title string) error {
	if !validID.MatchString(id) {
		return fmt.Errorf("%q is not an ID like goroutineleak/my-check", id)
	}
	analyzer, slug, _ := strings.Cut(id, "/")
	c := check{analyzer, slug, strings.ReplaceAll(slug, "-", ""), title}
	dir := filepath.Join(root, "analyzers", analyzer)
	list := filepath.Join(dir, analyzer+".go")
	src, err := os.ReadFile(list)
	if err != nil {
		return fmt.Errorf("no analyzer %s: %w", analyzer, err)
	}
	grown, err := listed(src, c)
	if err != nil {
		return fmt.Errorf("%s: %w", list, err)
	}
	for name, text := range files {
		if err := write(filepath.Join(dir, strings.ReplaceAll(name, "WORD", c.Word)), text, c); err != nil {
			return err
		}
	}
	return os.WriteFile(list, grown, 0o644)
}

// listed returns the source of the analyzer with the check at the end of its list.
func listed(src []byte, c check) ([]byte, error) {
	before, after, ok := bytes.Cut(src, []byte("Checks: []*check.Check{\n"))
	checks, after, closed := bytes.Cut(after, []byte("\n\t\t},"))
	imported := []byte("\t\"" + module + "/internal/check\"\n")
	if !ok || !closed || !bytes.Contains(before, imported) {
		return nil, fmt.Errorf("it has no list of checks")
	}
	path := fmt.Sprintf("\t\"%s/analyzers/%s/%s\"\n", module, c.Analyzer, c.Word)
	before = bytes.Replace(before, imported, append([]byte(path), imported...), 1)
	return format.Source(fmt.Appendf(nil, "%sChecks: []*check.Check{\n%s\n\t\t\t%s.Check,\n\t\t},%s", before, checks, c.Word, after))
}

func write(name, text string, c check) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err := template.Must(template.New(name).Parse(text)).Execute(f, c); err != nil {
		return err
	}
	return f.Close()
}

var files = map[string]string{
	"WORD/WORD.go": `// Package {{.Word}} is the check {{.Analyzer}}/{{.Slug}}: {{.Title}}.
package {{.Word}}

import (
	"embed"
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"` + module + `/internal/check"
)

//go:embed {{.Word}}.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of {{.Analyzer}}.
var Check = &check.Check{
	Slug:       "{{.Slug}}",
	Title:      "{{.Title}}",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	go work()
//
// Silent when …
func run(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.GoStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		stmt := cur.Node().(*ast.GoStmt)
		p.Report(check.Finding{At: stmt, Message: "{{.Title}}", Fix: fix(p, stmt)})
	}
}
`,
	"WORD/fix.go": `package {{.Word}}

import (
	"go/ast"

	"` + module + `/internal/check"
	"` + module + `/internal/edit"
)

// fix waits for the work where it is started.
func fix(p *check.Pass, stmt *ast.GoStmt) *edit.Fix {
	e := p.Edit(stmt.Pos())
	e.Delete(stmt.Pos(), stmt.Call.Pos())
	return e.Fix("Wait for the work", "the caller waits")
}
`,
	"WORD/WORD.md": "{{.Title}}.\n\n## Why\n\n## Bad\n\n<!-- testdata: bad.go bad -->\n\n## Good\n\n<!-- testdata: bad.go.golden bad -->\n\n## When it stays silent\n\n## Fix\n",
	"WORD/testdata/src/WORD/bad.go": `package {{.Word}}

func bad() {
	go work() // want ` + "`{{.Title}}`" + `
}

func work() {}
`,
	"WORD/testdata/src/WORD/ok.go": `package {{.Word}}

// The reason why this is silent.
func good() {
	work()
}
`,
}
