package scaffold

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
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

func TestKits(t *testing.T) {
	t.Parallel()
	for _, k := range Kits() {
		dir := t.TempDir()
		names, err := k.Write(dir)
		if err != nil || len(names) != len(k.Files) {
			t.Fatalf("%s: %v, %v", k.Name, names, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			var doc map[string]any
			if err := yaml.Unmarshal(data, &doc); err != nil || len(doc) == 0 {
				t.Errorf("%s: %s is not YAML: %v", k.Name, name, err)
			}
		}
		if _, err := k.Write(dir); err == nil || !strings.Contains(err.Error(), "is there already") {
			t.Errorf("%s: a second time: %v", k.Name, err)
		}
	}
}

// Nothing is written when one of the files is there.
func TestAllOrNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".golangci.yml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(Kits(), func(k Kit) bool { return k.Name == "golangci" })
	if _, err := Kits()[i].Write(dir); err == nil {
		t.Fatal("overwrites")
	}
	if _, err := os.Stat(filepath.Join(dir, ".custom-gcl.yml")); !os.IsNotExist(err) {
		t.Errorf("half written: %v", err)
	}
}
