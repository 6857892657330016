package docgen

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// Links between the documents lead somewhere.
func TestLinks(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/checks/*.md", "../../lifecycle/*.md"} {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(list), err)
		}
		files = append(files, list...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			to, _, _ := strings.Cut(m[1], "#")
			if to == "" || strings.Contains(to, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), to)); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", file, m[1])
			}
		}
	}
}
