package cli

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOwners(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	sub := filepath.Join(root, "services", "api")
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	text := `# comment
*                 @all
*.sql             @db
/services/        @services @org/second # and a comment
/services/api/    api@example.com
docs/*            @docs
/services/api/gen
**/logs           @logs
`
	if err := os.WriteFile(filepath.Join(root, "CODEOWNERS"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o, err := findOwners(sub)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"main.go":               "@all",
		"a/b/c.sql":             "@db",
		"services/x/y.go":       "@services @org/second",
		"services/api/a.go":     "api@example.com",
		"services/api/gen/g.go": "", // a pattern without owners takes them away
		"docs/d.go":             "@docs",
		"docs/deep/d.go":        "@all", // docs/* matches files of the directory only
		"x/docs/d.go":           "@all", // and a slash within a pattern ties it to the root
		"x/logs/l.go":           "@logs",
		"../outside.go":         "",
	} {
		if got := o.of(filepath.Join(root, file)); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

func TestNoOwners(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	o, err := findOwners(root)
	if err != nil || o.of(filepath.Join(root, "main.go")) != "" {
		t.Errorf("%v, %v", o, err)
	}
}
