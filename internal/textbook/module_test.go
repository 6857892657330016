package textbook_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// modulePath says nothing of tests or examples, which checks pass over.
const modulePath = "platform.dev/platform"

// A module holds generated packages, by directory below its root.
type module struct {
	t    *testing.T
	root string
}

// newModule makes a module that requires what the catalog knows, and the runtime
// package, on which fixes hang.
func newModule(t *testing.T, root string) *module {
	t.Helper()
	m := &module{t, root}
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	lifecycle, err := filepath.Abs("../../lifecycle")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("../catalog/testdata/resolve", name))
		if err != nil {
			t.Fatal(err)
		}
		// The packages of this module import some directly: two commands at a time must not both say so.
		data = bytes.ReplaceAll(data, []byte(" // indirect"), nil)
		data = bytes.Replace(data, []byte("module resolve.example"), []byte("module "+modulePath), 1)
		m.file(name, bytes.ReplaceAll(data, []byte("=> ../../../../lifecycle"), []byte("=> "+lifecycle)))
	}
	return m
}

func (m *module) file(name string, data []byte) {
	m.t.Helper()
	name = filepath.Join(m.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		m.t.Fatal(err)
	}
}

func (m *module) write(dir string, src []byte) { m.t.Helper(); m.file(dir+"/work.go", src) }

func (m *module) env() []string {
	return append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "NO_COLOR=1")
}
