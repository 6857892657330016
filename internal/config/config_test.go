package config

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

func TestParse(t *testing.T) {
	t.Parallel()
	suite := analyzers.New(check.Options{})
	for _, tt := range []struct{ name, text, err string }{
		{"empty", "", ""},
		{"only a comment", "# nothing\n", ""},
		{"everything", "version: 1\nchecks: [default, -httptimeout, goroutineleak/ticker-range]\nfail-on: high\nconfidence: low\nstrict: true\nfixes: stdlib\nlifecycle: example.org/lc\ntags: a,b\nbaseline: .baseline\nseverity:\n  goroutineleak/ticker-range: low\npaths:\n  - path: internal/old\n    off: [all]\ntests: none\ngenerated: true\nbuilds: [linux, windows/arm64:a,b]\nstops: [\"example.org/a.Stop\"]\ncloses: [\"(*example.org/a.T).Close\"]\nruns-forever: [\"(example.org/a.T).Run\"]\ndetaches: [\"example.org/a.Detach\"]\n", ""},
		{"no function", "stops: [StopAll]\n", "f.yml:1:9: \"StopAll\" names no function"},
		{"no build", "builds:\n  - \"linux amd64\"\n", "f.yml:2:5: \"linux amd64\" is not a build"},
		{"test policy", "tests: some\n", "f.yml:1:8: is \"some\", want default, all, none"},
		{"unknown key", "version: 1\nchekcs: []\n", "f.yml:2:1: unknown key \"chekcs\"; did you mean checks?"},
		{"unlike any key", "colour: red\n", "f.yml:1:1: unknown key \"colour\", want one of version, checks"},
		{"all of them", "chekcs: []\nfail-on: hgih\nchecks: [tickerrange]\npaths:\n  - path: a\n  - path: b\n    off: [lockrase]\n", "f.yml:1:1: unknown key \"chekcs\"; did you mean checks?\nf.yml:2:10: is \"hgih\", want high, medium, low, none; did you mean high?\nf.yml:3:10: unknown check \"tickerrange\"; did you mean goroutineleak/ticker-range?\nf.yml:5:5: want both path and off\nf.yml:7:11: unknown check \"lockrase\"; did you mean lockrace?"},
		{"twice", "strict: true\nstrict: true\n", "f.yml:2:1: key \"strict\" stands here twice"},
		{"unknown check", "checks:\n  - goroutineleak/nosuch\n", "f.yml:2:5: unknown check \"goroutineleak/nosuch\""},
		{"wrong value", "fail-on: always\n", "f.yml:1:10: is \"always\", want high, medium, low, none"},
		{"wrong type", "checks: all\n", "f.yml:1:9: want a list here"},
		{"list at the top", "- a\n", "f.yml:1:1: want keys and values here"},
		{"syntax", "checks: [\n", "f.yml:"},
		{"two documents", "version: 1\n---\nversion: 1\n", "more than one document"},
		{"version", "version: 2\n", "is \"2\", want 1"},
		{"severity of an analyzer", "severity:\n  goroutineleak: low\n", "f.yml:2:3: \"goroutineleak\" is an analyzer; its checks are "},
		{"severity", "severity:\n  goroutineleak/ticker-range: none\n", "f.yml:2:31: is \"none\""},
		{"path without off", "paths:\n  - path: a\n", "f.yml:2:5: want both path and off"},
		{"bad pattern", "paths:\n  - path: 'a['\n    off: [all]\n", "is not a pattern"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := parse("f.yml", []byte(tt.text), suite)
			switch {
			case tt.err == "" && err != nil:
				t.Error(err)
			case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
				t.Errorf("%v, want %s", err, tt.err)
			}
		})
	}
}

func TestOff(t *testing.T) {
	t.Parallel()
	c := &Config{Paths: []PathRule{
		{"internal/old/...", []string{"all"}},
		{"cmd/*", []string{"goroutineleak"}},
		{"a.go", []string{"httptimeout/server-no-timeout"}},
	}}
	for _, tt := range []struct {
		id, file string
		want     bool
	}{
		{"lockrace/lock-leak", "internal/old/x/y.go", true},
		{"lockrace/lock-leak", "internal/older/y.go", false},
		{"goroutineleak/no-exit", "cmd/server/main.go", true},
		{"httptimeout/server-no-timeout", "cmd/server/main.go", false},
		{"httptimeout/server-no-timeout", "a.go", true},
		{"httptimeout/client-no-timeout", "a.go", false},
		{"httptimeout/server-no-timeout", "b/a.go", false},
	} {
		if got := c.Off([]string{tt.id}, tt.file); got != tt.want {
			t.Errorf("%+v: %t", tt, got)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, name := range []string{".git/", "go.mod", "services/a/go.mod", "services/a/cmd/", "other/go.mod", "other/" + Name} {
		full := filepath.Join(root, name)
		dir := filepath.Dir(full)
		if strings.HasSuffix(name, "/") {
			dir = full
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "/") {
			if err := os.WriteFile(full, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	find := func(dir string) string {
		name, err := Find(filepath.Join(root, dir))
		if err != nil {
			t.Fatal(err)
		}
		rel, _ := filepath.Rel(root, name)
		return rel
	}
	if got, err := Find(filepath.Join(root, "services/a/cmd")); got != "" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got := find("other"); got != filepath.Join("other", Name) {
		t.Error(got)
	}
	if err := os.WriteFile(filepath.Join(root, Name), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := find("services/a/cmd"); got != Name {
		t.Errorf("a module below the repository's root does not find its file: %q", got)
	}
}

// The schema names exactly the keys that the reader knows, and every value.
func TestSchema(t *testing.T) {
	t.Parallel()
	text, err := Schema(analyzers.New(check.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties           map[string]struct{ Description string }
		AdditionalProperties *bool
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	if schema.AdditionalProperties == nil || *schema.AdditionalProperties || len(schema.Properties) != 18 {
		t.Errorf("%+v", schema)
	}
	for key, p := range schema.Properties {
		if p.Description == "" {
			t.Errorf("%s has no description", key)
		}
	}
}

// The tree knows the files below the outermost module and those above it, and which one
// holds where, by file and by import path.
func TestTree(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{
		".git/HEAD":                        "",
		Name:                               "version: 1",
		"elsewhere/" + Name:                "version: 1",
		"m/go.mod":                         "module example.com/m",
		"m/a/" + Name:                      "version: 1",
		"m/a/b/b.go":                       "",
		"m/testdata/" + Name:               "chekcs: 1",
		"m/tools/go.mod":                   "module example.com/tools",
		"m/tools/x/" + Name:                "version: 1",
		"m/mod/example.com/m@v1/" + Name:   "chekcs: 1",
		"m/node_modules/deep/down/" + Name: "chekcs: 1",
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := LoadTree(filepath.Join(root, "m/a/b"), analyzers.New(check.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	rel := func(c *Config) string {
		rel, _ := filepath.Rel(root, filepath.Dir(c.File))
		return filepath.ToSlash(rel)
	}
	for file, want := range map[string]string{"m/a/b/b.go": "m/a", "m/a.go": ".", "m/tools/a.go": ".", "m/tools/x/y/a.go": "m/tools/x"} {
		if got := rel(tree.For(filepath.Join(root, file))); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	paths := make(map[string]string)
	for path, c := range tree.ByImportPath() {
		paths[path] = rel(c)
	}
	want := map[string]string{"example.com/m": ".", "example.com/m/a": "m/a", "example.com/tools": ".", "example.com/tools/x": "m/tools/x"}
	if !maps.Equal(paths, want) {
		t.Errorf("%v, want %v", paths, want)
	}
	if len(tree.Files()) != 3 || tree.Has(filepath.Join(root, "elsewhere/a.go")) || !tree.Has(filepath.Join(root, "m/a.go")) {
		t.Errorf("%d files", len(tree.Files()))
	}
	before, err := Digest(filepath.Join(root, "m"))
	if err != nil || before == "" {
		t.Fatalf("%q, %v", before, err)
	}
	if err := os.WriteFile(filepath.Join(root, "m/a", Name), []byte("fail-on: high"), 0o644); err != nil {
		t.Fatal(err)
	}
	if after, err := Digest(filepath.Join(root, "m/a/b")); err != nil || after == before {
		t.Errorf("%q, %v: a changed file does not count", after, err)
	}
	if none, err := Digest(t.TempDir()); none != "" || err != nil {
		t.Errorf("%q, %v", none, err)
	}
}
