package scaffold

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"golang.org/x/mod/modfile"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write lifecycle.txtar")

// The archive is the runtime package as it is: its sources and licence, without tests and
// the hooks that only the tests of this repository need.
func TestArchiveIsCurrent(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../../lifecycle/*.go")
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, "../../LICENSE")
	a := &txtar.Archive{Comment: []byte("Made from lifecycle/ by go generate. Do not edit.\n")}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || filepath.Base(name) == "testhook.go" {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		a.Files = append(a.Files, txtar.File{Name: filepath.Base(name), Data: data})
	}
	want := txtar.Format(a)
	if *update {
		if err := os.WriteFile("lifecycle.txtar", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(archive, want) {
		t.Error("lifecycle.txtar is not the runtime package as it is: run go generate ./internal/scaffold")
	}
}

func TestRuntimeGo(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../lifecycle/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", data, nil)
	if err != nil || mod.Go.Version != RuntimeGo {
		t.Errorf("the runtime package says go %s, %v, want %s", mod.Go.Version, err, RuntimeGo)
	}
}

var pin = Pin{Version: "v1.2.3", Revision: "v1.2.3"}

func TestKits(t *testing.T) {
	t.Parallel()
	for _, k := range Kits() {
		dir := t.TempDir()
		out, err := k.Write(dir, pin)
		if err != nil || len(out.Written) != len(k.Files)+len(k.Shared) {
			t.Fatalf("%s: %v, %v", k.Name, out, err)
		}
		for _, name := range out.Written {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(data, []byte("VERSION")) || bytes.Contains(data, []byte("REVISION")) || bytes.Contains(data, []byte("@latest")) {
				t.Errorf("%s: %s is not pinned:\n%s", k.Name, name, data)
			}
			var doc map[string]any
			if err := yaml.Unmarshal(data, &doc); name != "Makefile" && (err != nil || len(doc) == 0) {
				t.Errorf("%s: %s is not YAML: %v", k.Name, name, err)
			}
		}
		if _, present := k.Sign(dir); !present {
			t.Errorf("%s: is not seen to be there", k.Name)
		}
		again, err := k.Write(dir, pin)
		if len(k.Files) > 0 && (err == nil || !strings.Contains(err.Error(), "is there already")) {
			t.Errorf("%s: a second time: %v", k.Name, err)
		}
		if len(again.Written) != 0 || len(again.Add) != 0 || len(again.Present) != len(k.Shared) {
			t.Errorf("%s: a second time: %+v", k.Name, again)
		}
	}
}

// uses is a step that runs an action.
var uses = regexp.MustCompile(`(?m)^ +- uses: (.*)$`)

// Workflows run actions by their commits, with the least rights, a limit, one at a time
// and with the build cache.
func TestWorkflows(t *testing.T) {
	t.Parallel()
	pinned := regexp.MustCompile(`^[a-z-]+/[a-z/-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$`)
	for _, name := range []string{"github.yml", "reviewdog.yml"} {
		data, err := files.ReadFile("files/" + name)
		if err != nil {
			t.Fatal(err)
		}
		steps := uses.FindAllSubmatch(data, -1)
		if len(steps) < 4 {
			t.Errorf("%s: %d actions", name, len(steps))
		}
		for _, m := range steps {
			if !pinned.Match(m[1]) {
				t.Errorf("%s: %s is not pinned", name, m[1])
			}
		}
		var doc struct {
			Permissions map[string]string
			Concurrency map[string]any
			Jobs        map[string]struct {
				Timeout     int `yaml:"timeout-minutes"`
				Permissions map[string]string
			}
		}
		if err := yaml.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		job := doc.Jobs["lifecyclelint"]
		if len(doc.Permissions) != 1 || doc.Permissions["contents"] != "read" || len(doc.Concurrency) != 2 || job.Timeout == 0 || job.Permissions["contents"] != "read" {
			t.Errorf("%s: %+v", name, doc)
		}
		if name == "github.yml" && (job.Permissions["actions"] != "read" || job.Permissions["security-events"] != "write") {
			t.Errorf("%s: %+v", name, job.Permissions)
		}
		if !bytes.Contains(data, []byte("~/.cache/go-build")) {
			t.Errorf("%s does not keep the build cache", name)
		}
	}
}

// Nothing is written when one of the files is there that no other tool has.
func TestAllOrNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	k := Kit{Name: "both", Files: map[string]string{"a.yml": "github.yml", "b.yml": "gitlab.yml"}}
	if err := os.WriteFile(filepath.Join(dir, "b.yml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Write(dir, pin); err == nil {
		t.Fatal("overwrites")
	}
	if _, err := os.Stat(filepath.Join(dir, "a.yml")); !os.IsNotExist(err) {
		t.Errorf("half written: %v", err)
	}
}

// A file of another tool stays as it is, whatever its ending, and the rest is written.
func TestShared(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".golangci.yaml"), []byte("version: \"2\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(Kits(), func(k Kit) bool { return k.Name == "golangci" })
	out, err := Kits()[i].Write(dir, pin)
	if err != nil || !slices.Equal(out.Written, []string{".custom-gcl.yml"}) || len(out.Add) != 1 || out.Add[0].File != ".golangci.yaml" {
		t.Fatalf("%+v, %v", out, err)
	}
	if text := out.Add[0].Text; !strings.HasPrefix(text, "linters:\n") || !strings.Contains(text, "type: module") {
		t.Errorf("to add:\n%s", text)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, ".golangci.yaml")); string(data) != "version: \"2\"\n" {
		t.Errorf("changed: %s", data)
	}
}
