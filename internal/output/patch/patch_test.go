package patch_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/output/patch"
)

// long returns a text of many lines, of which some are replaced.
func long(end string, replace map[int]string) string {
	var b strings.Builder
	for i := range 60 {
		if text, ok := replace[i]; ok {
			b.WriteString(text)
			continue
		}
		b.WriteString("\tline()" + strings.Repeat("\t", i%3) + end)
	}
	return b.String()
}

// cases are files, by name, before and after; nil before for a new one.
var cases = map[string][2]any{
	"tabs.go":            {"a\n\tb\n\t\tc\n", "a\n\tb(\t)\n\t\tc\n"},
	"hunks.go":           {long("\n", nil), long("\n", map[int]string{3: "\tnew()\n", 30: "", 55: "\tx()\n\ty()\n"})},
	"alike.go":           {long("\n", nil), long("\n", map[int]string{3: "\tnew()\n", 8: "\tx()\n\ty()\n", 30: "", 36: "\tz()\n", 51: "\tq()\n"})},
	"crlf.go":            {long("\r\n", nil), long("\r\n", map[int]string{0: "\tnew()\r\n", 40: "\tx()\r\n"})},
	"mixed.go":           {"a\r\nb\nc\r\n", "a\r\nB\nc\r\n"},
	"no-newline.go":      {"a\nb", "a\nc"},
	"newline-added.go":   {"a\nb", "a\nb\n"},
	"newline-removed.go": {"a\nb\n", "a\nb"},
	"crlf-no-newline.go": {"a\r\nb", "a\r\nc"},
	"new.sum":            {nil, "x v1 h1:abc\nx v1/go.mod h1:def\n"},
	"new-no-newline":     {nil, "x"},
	"was-empty.sum":      {"", "x v1 h1:abc\n"},
	"sub/dir/a.go":       {"a\n", "b\n"},
	"sub/sub/a.go":       {"a\n", "b\n"}, // not sub/a.go, in sub
	"sub/a.go":           {"a\n", "c\n"},
	"with blank/a b.go":  {"a\n", "b\n"},
	"with \"quote\\.go":  {"a\n", "b\n"},
	"ünïcode.go":         {"ä\n", "ö\n"},
	"-- a dash.go":       {"-- old\n++ new\n", "++ old\n-- new\n"},
	"control\x1b[31m.go": {"a \x1b[31m\n", "b \x1b[0m\n"},
}

// repo writes the files as they were into a new repository and returns the changes.
func repo(t *testing.T) (string, []driver.FileChange) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git(t, root, "init", "-q")
	git(t, root, "config", "core.autocrlf", "false")
	var changes []driver.FileChange
	for name, c := range cases {
		change := driver.FileChange{Name: filepath.Join(root, name), New: []byte(c[1].(string))}
		if old, ok := c[0].(string); ok {
			change.Old = []byte(old)
			if err := os.MkdirAll(filepath.Dir(change.Name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(change.Name, change.Old, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		changes = append(changes, change)
	}
	git(t, root, "add", "-A")
	git(t, root, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first")
	return root, changes
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// apply has git apply the patch in dir, and compares the files.
func apply(t *testing.T, dir string, changes []driver.FileChange) {
	t.Helper()
	var buf bytes.Buffer
	if err := patch.Write(&buf, changes, dir); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "fix.patch")
	if err := os.WriteFile(name, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "apply", "--check", name)
	git(t, dir, "apply", name)
	for _, c := range changes {
		got, err := os.ReadFile(c.Name)
		if err != nil || !bytes.Equal(got, c.New) {
			t.Errorf("%s is %q, %v, want %q", c.Name, got, err, c.New)
		}
	}
}

// Git takes the patch at the root, one file at a time and all together.
func TestApply(t *testing.T) {
	t.Parallel()
	root, changes := repo(t)
	apply(t, root, changes)
	root, changes = repo(t)
	for _, c := range changes {
		apply(t, root, []driver.FileChange{c})
	}
}

// So it does in every directory, for what is below; Root says where else.
func TestApplyBelow(t *testing.T) {
	t.Parallel()
	root, changes := repo(t)
	sub := filepath.Join(root, "sub")
	if got := patch.Root(changes, sub); got != root {
		t.Errorf("all apply in %q, want %s", got, root)
	}
	changes = slices.DeleteFunc(changes, func(c driver.FileChange) bool { return !strings.HasPrefix(c.Name, sub) })
	if got := patch.Root(changes, sub); got != "" || len(changes) == 0 {
		t.Errorf("those below apply in %q", got)
	}
	apply(t, sub, changes)
}

// Outside of a repository, names are relative to the directory, for patch -p1.
func TestNoRepository(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var buf bytes.Buffer
	if err := patch.Write(&buf, []driver.FileChange{{Name: filepath.Join(dir, "p", "a b.go"), Old: []byte("a\n"), New: []byte("b\n")}}, dir); err != nil {
		t.Fatal(err)
	}
	if got, want := buf.String(), "--- a/p/a b.go\t\n+++ b/p/a b.go\t\n@@ -1 +1 @@\n-a\n+b\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
