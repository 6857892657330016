package docgen_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/docgen"
)

func TestDocsAreCurrent(t *testing.T) {
	t.Parallel()
	files, err := docgen.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is stale: go run ./internal/tools/docs", name)
		}
	}
	written, err := filepath.Glob("../../docs/checks/*.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(written)+4 != len(files) { // and docs/doubts.md, docs/fixes.md, docs/precision.md, docs/recall.md
		t.Errorf("docs/checks has %d files, want the %d generated ones", len(written), len(files)-4)
	}
}
