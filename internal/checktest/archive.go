package checktest

import (
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// runArchive runs one check on a module in a txtar archive, whose files carry
// want comments, and whose *.golden entries are the fixed files.
func runArchive(t *testing.T, construct func(check.Options) *check.Analyzer, name, slug string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	j := job{name: name, dir: ".", slug: slug}
	tr := newModule(t, archive)
	l := tr.load(t, []string{"."})
	found := l.analyze(t, construct, j)
	wants := make(map[string][]*want)
	for _, pkg := range l.pkgs["."] {
		for _, file := range pkg.Syntax {
			collectWants(t, pkg, file, wants)
		}
	}
	for _, f := range found {
		key := fmt.Sprintf("%s:%d", f.posn.Filename, f.posn.Line)
		if len(wants[key]) != 1 || !wants[key][0].re.MatchString(f.Message) {
			t.Errorf("%s: unexpected finding: %s", f.posn, f.Message)
			continue
		}
		delete(wants, key)
		checkStyle(t, f)
	}
	for key, list := range wants {
		t.Errorf("%s: no finding matches %q", key, list[0].re)
	}
	fixed := applyFixes(t, found)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		updateArchive(t, name, archive, tr.src, fixed)
		return
	}
	golden := t.TempDir()
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".golden") {
			if err := os.WriteFile(filepath.Join(golden, filepath.Base(f.Name)), f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	compareGoldens(t, golden, tr.src, fixed)
	for file, content := range fixed {
		rel, _ := filepath.Rel(tr.src, file)
		tr.write(t, rel, content)
	}
	if len(fixed) == 0 {
		return
	}
	for _, f := range tr.load(t, []string{"."}).analyze(t, construct, j) {
		if unfixed(f.posn.Filename) {
			continue
		}
		t.Errorf("%s: still reported after the fix: %s", f.posn, f.Message)
	}
}

// updateArchive writes the fixed files into the archive.
func updateArchive(t *testing.T, name string, archive *txtar.Archive, root string, fixed map[string][]byte) {
	t.Helper()
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasSuffix(f.Name, ".golden") })
	for _, file := range slices.Sorted(maps.Keys(fixed)) {
		nice, err := format.Source(fixed[file])
		if err != nil {
			t.Fatalf("%s: fixed file does not parse: %v", file, err)
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		archive.Files = append(archive.Files, txtar.File{Name: filepath.ToSlash(rel) + ".golden", Data: nice})
	}
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
