package baseline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/baseline"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

func findings(names ...string) []finding.Finding {
	var list []finding.Finding
	for _, n := range names {
		list = append(list, finding.Finding{ID: "lockrace/lock-leak", File: "/m/" + n + ".go", Start: finding.Position{Line: 3}, Message: n + " leaks", Fingerprint: strings.Repeat(n, 24)})
	}
	return list
}

func nobody(string) string { return "" }

// An entry keeps the line that it was accepted with, and an older one gets a comment. A
// merge may have left one finding twice.
func TestComments(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "base")
	a, b := strings.Repeat("a", 24)+" lockrace/lock-leak a.go", strings.Repeat("b", 24)+" lockrace/lock-leak b.go"
	if err := os.WriteFile(name, []byte(a+"\n"+b+"\t# line 1: b leaked\n"+b+"\t# line 2: b leaked\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	old, err := baseline.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	now := baseline.New(findings("a", "b"), "/m", func(file string) string { return "@" + filepath.Base(file) })
	updated := old.Update(now, func(string, string) bool { return true })
	if err := updated.Write(name); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(text), "read.\n")
	if want := a + "\t# line 3: a leaks (@a.go)\n" + b + "\t# line 1: b leaked\n"; lines != want {
		t.Errorf("%s, want %s", lines, want)
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "base")
	if err := baseline.New(findings("c", "a", "b"), "/m", nobody).Write(name); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := baseline.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Write(name); err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(first) != string(second) || !strings.Contains(string(first), strings.Repeat("a", 24)+" lockrace/lock-leak a.go\t# line 3: a leaks\n"+strings.Repeat("b", 24)) {
		t.Errorf("%s\n%s", first, second)
	}
	fresh, accepted := b.Split(findings("b", "d"))
	if len(fresh) != 1 || fresh[0].File != "/m/d.go" || len(accepted) != 1 {
		t.Errorf("%v, %v", fresh, accepted)
	}
	all := func(string, string) bool { return true }
	notA := func(_, file string) bool { return file != "a.go" }
	if stale := b.Stale(findings("b"), all); len(stale) != 2 {
		t.Errorf("%v", stale)
	}
	if stale := b.Stale(findings("b"), notA); len(stale) != 1 {
		t.Errorf("%v", stale)
	}
	if n := b.Prune(findings("b"), all).Len(); n != 1 {
		t.Errorf("%d", n)
	}
	if n := b.Prune(findings("b"), notA).Len(); n != 2 {
		t.Errorf("%d", n)
	}
	if n := b.Update(baseline.New(findings("d"), "/m", nobody), notA).Len(); n != 2 {
		t.Errorf("%d", n)
	}
}

// An entry made under the ID of a check that became part of another still matches.
func TestFormerID(t *testing.T) {
	t.Parallel()
	old := baseline.New(findings("a"), "/m", nobody)
	now := findings("b")
	now[0].Former = []string{strings.Repeat("a", 24)}
	if fresh, accepted := old.Split(now); len(fresh) != 0 || len(accepted) != 1 {
		t.Errorf("%v, %v", fresh, accepted)
	}
	if stale := old.Stale(now, func(string, string) bool { return true }); len(stale) != 0 {
		t.Errorf("%v", stale)
	}
}

func TestLoadErrors(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "base")
	if _, err := baseline.Load(name); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("missing file: %v", err)
	}
	if err := os.WriteFile(name, []byte("# fine\n\n<<<<<<< ours\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := baseline.Load(name); err == nil || !strings.Contains(err.Error(), name+":3:") {
		t.Errorf("merge conflict: %v", err)
	}
}
