// Command newcheck writes the files of a new check and adds it to its analyzer.
// Run it from the repository's root:
//
//	go run ./internal/tools/newcheck goroutineleak/my-check "goroutine does what it should not"
package main

import (
	"bytes"
	"fmt"
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

var validID = regexp.MustCompile(`^[a-z]+/[a-z0-9]+(-[a-z0-9]+)*$`)

// check is what the templates see.
type check struct {
	Analyzer, Slug, Word, Ident, Run, Title string
}

// scaffold writes the check's files below root, and overwrites nothing.
func scaffold(root, id, title string) error {
	if !validID.MatchString(id) {
		return fmt.Errorf("%q is not an ID like goroutineleak/my-check", id)
	}
	analyzer, slug, _ := strings.Cut(id, "/")
	ident := identifier(slug)
	c := check{analyzer, slug, strings.ReplaceAll(slug, "-", ""), ident, "run" + strings.ToUpper(ident[:1]) + ident[1:], title}
	dir := filepath.Join(root, "analyzers", analyzer)
	list := filepath.Join(dir, analyzer+".go")
	src, err := os.ReadFile(list)
	if err != nil {
		return fmt.Errorf("no analyzer %s: %w", analyzer, err)
	}
	anchor := []byte("Checks: []*check.Check{\n")
	i := bytes.Index(src, anchor)
	if i < 0 {
		return fmt.Errorf("%s has no list of checks", list)
	}
	end := i + bytes.Index(src[i:], []byte("\n\t\t},"))
	for name, text := range files {
		if err := write(filepath.Join(dir, strings.ReplaceAll(name, "WORD", c.Word)), text, c); err != nil {
			return err
		}
	}
	grown := fmt.Sprintf("%s\n\t\t\t%s,%s", src[:end], c.Ident, src[end:])
	return os.WriteFile(list, []byte(grown), 0o644)
}

// identifier returns the Go name of a slug: "my-check" is myCheck.
func identifier(slug string) string {
	words := strings.Split(slug, "-")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
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
	"WORD.go": `package {{.Analyzer}}

import (
	"go/ast"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

var {{.Ident}} = &check.Check{
	Slug:       "{{.Slug}}",
	Title:      "{{.Title}}",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Run:        {{.Run}},
}

// {{.Run}} reports
//
//	go work()
//
// Silent when …
func {{.Run}}(p *check.Pass) {
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.GoStmt)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
	}
}
`,
	"WORD.md": "{{.Title}}.\n\n## Why\n\n## Bad\n\n<!-- testdata: bad.go bad -->\n\n## Good\n\n<!-- testdata: ok.go good -->\n\n## When it stays silent\n\n## Fix\n",
	"testdata/src/WORD/bad.go": `package {{.Word}}

func bad() {
}
`,
	"testdata/src/WORD/ok.go": `package {{.Word}}

// The reason why this is silent.
func good() {
}
`,
}
