package demo

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const (
	platformDir = "../../testdata/motherboard"
	archiveFile = "motherboard-demo.txtar"
	packageList = "demo.txt"
)

var update = flag.Bool("update", false, "write "+archiveFile)

func TestArchiveIsCurrent(t *testing.T) {
	t.Parallel()
	want, err := build(os.DirFS(platformDir))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(archiveFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(archive, want) {
		t.Errorf("%s differs from %s in %s: run go generate ./internal/demo",
			archiveFile, strings.Join(different(archive, want), ", "), platformDir)
	}
}

// build returns the archive of the packages that the platform lists, with a
// go.mod that has no requirements.
func build(platform fs.FS) ([]byte, error) {
	module, err := goMod(platform)
	if err != nil {
		return nil, err
	}
	a := &txtar.Archive{
		Comment: []byte("Made from testdata/motherboard by go generate. Do not edit.\n"),
		Files:   []txtar.File{{Name: "go.mod", Data: module}},
	}
	dirs, err := packages(platform)
	if err != nil {
		return nil, err
	}
	for _, dir := range dirs {
		names, err := fs.Glob(platform, path.Join(dir, "*.go"))
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: no Go files in %s", packageList, dir)
		}
		for _, name := range names {
			data, err := fs.ReadFile(platform, name)
			if err != nil {
				return nil, err
			}
			a.Files = append(a.Files, txtar.File{Name: name, Data: data})
		}
	}
	return txtar.Format(a), nil
}

// goMod returns the module and go lines of the platform's go.mod.
func goMod(platform fs.FS) ([]byte, error) {
	data, err := fs.ReadFile(platform, "go.mod")
	if err != nil {
		return nil, err
	}
	var kept []string
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "module ") || strings.HasPrefix(line, "go ") {
			kept = append(kept, line)
		}
	}
	if len(kept) != 2 {
		return nil, fmt.Errorf("go.mod: module and go line expected, found %q", kept)
	}
	return []byte(strings.Join(kept, "\n")), nil
}

// packages returns the listed directories in order.
func packages(platform fs.FS) ([]string, error) {
	data, err := fs.ReadFile(platform, packageList)
	if err != nil {
		return nil, err
	}
	var dirs []string
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		if dir := strings.TrimSpace(line); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs, nil
}

// different names the files that two archives do not share.
func different(a, b []byte) []string {
	content := map[string][]byte{}
	for _, f := range txtar.Parse(a).Files {
		content[f.Name] = f.Data
	}
	var names []string
	for _, f := range txtar.Parse(b).Files {
		if data, ok := content[f.Name]; !ok || !bytes.Equal(data, f.Data) {
			names = append(names, f.Name)
		}
		delete(content, f.Name)
	}
	for name := range content {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
