package check

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// include names a function of the check's testdata, as it is or as the fix leaves it:
//
//	<!-- testdata: bad.go leak -->
//	<!-- testdata: bad.go.golden leak -->
var include = lazyregexp.New(`(?m)^<!-- testdata: (\S+) (\S+) -->$`)

// hint ends every page.
const hint = `
## What it decided

` + "`lifecyclelint why FILE:LINE`" + ` shows what the check decided about a line, and by which proof or doubts.
`

// Page returns the check's page in Markdown: a heading with what a list would
// show, and the text of the file Word() + ".md", with its examples cut from
// testdata, so that they compile and do what the page says.
func (c *Check) Page() (string, error) {
	text, err := fs.ReadFile(c.Pages, c.Word()+".md")
	if err != nil {
		return "", fmt.Errorf("%s has no page: %w", c.ID(), err)
	}
	var failed error
	text = include().ReplaceAllFunc(text, func(m []byte) []byte {
		args := include().FindSubmatch(m)
		code, err := c.example(string(args[1]), string(args[2]))
		if err != nil {
			failed = err
		}
		return fmt.Appendf(nil, "```go\n%s\n```", code)
	})
	if failed != nil {
		return "", fmt.Errorf("page of %s: %w", c.ID(), failed)
	}
	facts := fmt.Sprintf("Severity %s, confidence %s, since %s.", c.Severity, c.Confidence, c.Since)
	if c.Confidence == OptIn {
		facts = fmt.Sprintf("Severity %s, a matter of policy and off by default, since %s.", c.Severity, c.Since)
	}
	if len(c.Aliases) > 0 {
		facts += fmt.Sprintf(" Includes what was %s/%s before.", c.Analyzer, strings.Join(c.Aliases, ", "+c.Analyzer+"/"))
	}
	return fmt.Sprintf("# %s\n\n%s\n\n%s\n%s", c.ID(), facts, bytes.TrimRight(text, "\n"), hint), nil
}

// example returns the source of the declaration called name, without the
// comments that only the tests read.
func (c *Check) example(file, name string) (string, error) {
	src, err := fs.ReadFile(c.Pages, path.Join("testdata/src", c.Word(), file))
	if err != nil {
		return "", err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, decl := range f.Decls {
		if !declares(decl, name) {
			continue
		}
		code := src[fset.Position(decl.Pos()).Offset:fset.Position(decl.End()).Offset]
		return string(wantComment().ReplaceAll(bytes.TrimSpace(code), nil)), nil
	}
	return "", fmt.Errorf("%s declares no %s", file, name)
}

var wantComment = lazyregexp.New("[ \t]*// want [\"`].*")

func declares(decl ast.Decl, name string) bool {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return decl.Name.Name == name
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
				return true
			}
		}
	}
	return false
}
