// Package docgen writes the documents that are made from the code and from data: docs/checks, one page per analyzer,
// docs/doubts.md, docs/fixes.md, docs/precision.md and docs/recall.md. The same functions write them and, in a test,
// tell whether they are current.
package docgen

import (
	"fmt"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Files returns the generated documents by path below the repository's root.
func Files() (map[string]string, error) {
	files := make(map[string]string)
	var index strings.Builder
	index.WriteString("# Checks\n\nGenerated from the checks' metadata and pages by `go run ./internal/tools/docs`.\n\n")
	index.WriteString("| Check | Severity | Confidence | Reports |\n| --- | --- | --- | --- |\n")
	for _, a := range analyzers.New(check.Options{}) {
		page, err := analyzerPage(a)
		if err != nil {
			return nil, err
		}
		files["docs/checks/"+a.Name+".md"] = page
		for _, c := range a.Checks {
			fmt.Fprintf(&index, "| [%s](%s.md#%s) | %s | %s | %s |\n", c.ID(), a.Name, c.Slug, c.Severity, c.Confidence, c.Title)
		}
	}
	files["docs/checks/README.md"] = index.String()
	doubts, err := doubtsPage()
	if err != nil {
		return nil, err
	}
	files["docs/doubts.md"] = doubts
	if files["docs/fixes.md"], err = fixesPage(); err != nil {
		return nil, err
	}
	if files["docs/precision.md"], err = precisionPage(); err != nil {
		return nil, err
	}
	if files["docs/recall.md"], err = recallPage(); err != nil {
		return nil, err
	}
	return files, nil
}

func analyzerPage(a *check.Analyzer) (string, error) {
	var b strings.Builder
	summary, _, _ := strings.Cut(a.Doc, "\n")
	fmt.Fprintf(&b, "# %s\n\nThe analyzer's task: %s.\n", a.Name, summary)
	for _, c := range a.Checks {
		b.WriteString("\n")
		page, err := c.Page()
		if err != nil {
			return "", err
		}
		// One level down, under an anchor that is the slug.
		page = strings.Replace(page, "# "+c.ID(), "# "+c.Slug, 1)
		for line := range strings.Lines(page) {
			if strings.HasPrefix(line, "#") {
				line = "#" + line
			}
			b.WriteString(line)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}
