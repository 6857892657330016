package checktest

import (
	"bytes"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// runArchives runs the archives of the checks: each module on its own, and those
// without a go.mod as packages of one module, because what they import is large.
func runArchives(t *testing.T, construct func(check.Options) *check.Analyzer, checks []*check.Check) {
	real := &tree{archives: make(map[string]string)}
	var jobs []job
	for _, c := range checks {
		names, err := filepath.Glob(filepath.Join(home(c), "*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			j := job{name: filepath.Base(name), dir: ".", slug: c.Slug, variant: true, unfixable: c.Unfixable != ""}
			if archive := readArchive(t, name); slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return f.Name == "go.mod" }) {
				runTree(t, construct, newModule(t, name, archive), []job{j})
				continue
			}
			j.dir = strings.TrimSuffix(j.name, ".txtar")
			real.archives[j.dir] = name
			jobs = append(jobs, j)
		}
	}
	if len(jobs) > 0 {
		real.resolve(t)
		runTree(t, construct, real, jobs)
	}
}

func readArchive(t *testing.T, name string) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// newModule unpacks an archive with a go.mod, and makes the runtime package
// available to its module.
func newModule(t *testing.T, name string, archive *txtar.Archive) *tree {
	t.Helper()
	tr := &tree{src: t.TempDir(), archives: map[string]string{".": name}}
	tr.env = append(os.Environ(), "GO111MODULE=on", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local", "GOPROXY=off", "GONOSUMDB=*", "GONOSUMCHECK=1")
	for _, f := range archive.Files {
		if f.Name == "go.mod" {
			f.Data = append(bytes.Clone(f.Data), "\nrequire "+check.RuntimePath+" v0.0.0\nreplace "+check.RuntimePath+" => ./runtime_\n"...)
		}
		tr.write(t, f.Name, f.Data)
	}
	copyRuntime(t, filepath.Join(tr.src, "runtime_"))
	return tr
}

// resolve unpacks archives into the module by which the catalog resolves its
// names, which has the real packages.
func (tr *tree) resolve(t *testing.T) {
	t.Helper()
	tr.src = t.TempDir()
	tr.env = append(os.Environ(), "GO111MODULE=on", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local")
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(repoRoot(t), "internal/catalog/testdata/resolve", name))
		if err != nil {
			t.Fatal(err)
		}
		tr.write(t, name, bytes.ReplaceAll(data, []byte("=> ../../../../lifecycle"), []byte("=> ./runtime_")))
	}
	for dir, name := range tr.archives {
		for _, f := range readArchive(t, name).Files {
			tr.write(t, path.Join(dir, f.Name), f.Data)
		}
	}
	copyRuntime(t, filepath.Join(tr.src, "runtime_"))
}

// keep makes goldens those of the job, where the testdata is from.
func (tr *tree) keep(t *testing.T, j job, goldens map[string][]byte) {
	t.Helper()
	name := tr.archives[j.dir]
	if name == "" {
		for base, content := range goldens {
			writeFile(t, filepath.Join(tr.origin(j.dir), base), content)
		}
		return
	}
	archive := readArchive(t, name)
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return strings.HasSuffix(f.Name, ".golden") })
	for _, base := range slices.Sorted(maps.Keys(goldens)) {
		archive.Files = append(archive.Files, txtar.File{Name: base, Data: goldens[base]})
	}
	writeFile(t, name, txtar.Format(archive))
}
