package internal_test

import (
	"encoding/json"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/lifecyclelint/lifecyclelint"

// engines are what checks are made of.
var engines = []string{"internal/check", "internal/edit", "internal/goversion", "internal/verdict", "internal/catalog", "internal/callmatch", "internal/calls", "internal/astindex", "internal/ctxscope", "internal/localvar", "internal/moment", "internal/paths", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/*", "internal/lockuse", "internal/atomicity", "internal/resource", "internal/explore", "internal/explore/report", "internal/facts/*"}

func with(list []string, more ...string) []string { return slices.Concat(list, more) }

// mayImport says which packages of this module each one may import, by pattern
// below the module's path. What is not listed may import none.
var mayImport = map[string][]string{
	"cmd/lifecyclelint":           {"analyzers", "internal/auditor", "internal/check", "internal/cli", "internal/config", "internal/finding", "internal/modeler"},
	"gclplugin":                   {"analyzers", "internal/check"},
	"internal/cli":                {"internal/verdict", "analyzers", "internal/audit", "internal/baseline", "internal/build", "internal/check", "internal/child", "internal/config", "internal/confirm", "internal/demo", "internal/driver", "internal/finding", "internal/lsp", "internal/near", "internal/output", "internal/output/*", "internal/profile", "internal/scaffold", "internal/scratch"},
	"internal/lsp":                {"analyzers", "internal/check", "internal/driver", "internal/finding", "internal/output/why"},
	"internal/output":             {"internal/driver", "internal/output/*"},
	"internal/output/*":           {"analyzers", "internal/check", "internal/driver", "internal/finding", "internal/verdict"},
	"internal/driver":             {"analyzers", "internal/build", "internal/check", "internal/child", "internal/directive", "internal/edit", "internal/finding", "internal/model", "internal/scratch", "internal/service", "internal/verdict"},
	"internal/output/audit":       {"internal/audit", "internal/output/diagram", "internal/output/patch", "internal/service"},
	"internal/output/text":        {"internal/output/patch"},
	"internal/output/why":         {"analyzers", "internal/check", "internal/driver", "internal/finding", "internal/output/diagram", "internal/verdict"},
	"internal/audit":              {"internal/check", "internal/confirm", "internal/verdict", "internal/driver", "internal/finding", "internal/manifest", "internal/service"},
	"internal/auditor":            {"internal/catalog", "internal/facts/signals", "internal/facts/steps", "internal/service"},
	"internal/modeler":            {"internal/catalog", "internal/facts/starters", "internal/model", "internal/ssabuild", "internal/ssaflow"},
	"internal/confirm":            {"internal/driver", "internal/finding", "internal/model", "internal/profile", "internal/scratch", "internal/verdict"},
	"internal/output/confirm":     {"internal/confirm", "internal/output/sarif", "internal/profile"},
	"internal/baseline":           {"internal/finding", "internal/scratch"},
	"internal/config":             {"analyzers", "internal/build", "internal/check", "internal/finding", "internal/near", "internal/verdict"},
	"internal/finding":            {"internal/check", "internal/verdict"},
	"internal/docgen":             {"analyzers", "internal/check", "internal/verdict"},
	"internal/tools/docs":         {"internal/docgen"},
	"analyzers":                   {"analyzers/*", "internal/check", "internal/near"},
	"analyzers/*":                 with(engines, "analyzers/*/*", "analyzers/*/internal/*"),
	"analyzers/*/*":               with(engines, "analyzers/*/internal/*"),
	"analyzers/*/internal/*":      with(engines, "analyzers/*/internal/*"),
	"analyzers/ignore/internal/*": {"internal/directive"},
	"analyzers/ignore/*":          {"internal/directive", "internal/near"},
	"analyzers/ignore":            {"internal/directive", "internal/near"},
	"internal/facts/*":            {"internal/place", "internal/catalog", "internal/callmatch", "internal/astindex", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/*", "internal/lockuse", "internal/localvar"},
	"internal/facts/drains":       {"internal/facts/ctxuse"},
	"internal/facts/joins":        {"internal/facts/closesonce"},
	"internal/checktest":          {"internal/check", "internal/inprocess", "internal/verdict"},
	"internal/check":              {"internal/callmatch", "internal/calls", "internal/catalog", "internal/directive", "internal/edit", "internal/facts/signals", "internal/goversion", "internal/place", "internal/verdict"},
	"internal/edit":               {"internal/astindex", "internal/callmatch", "internal/catalog", "internal/facts/exits"},
	"internal/calls":              {"internal/callmatch"},
	"internal/astindex":           {"internal/callmatch", "internal/catalog", "internal/localvar"},
	"internal/ctxscope":           {"internal/astindex", "internal/callmatch", "internal/catalog", "internal/localvar"},
	"internal/moment":             {"internal/astindex", "internal/catalog", "internal/facts/signals"},
	"internal/ssabuild":           {"internal/catalog"},
	"internal/ssaflow":            {"internal/callmatch", "internal/catalog", "internal/ssabuild"},
	"internal/explore":            {"internal/callmatch", "internal/catalog", "internal/ssabuild"},
	"internal/explore/report":     {"internal/astindex", "internal/check", "internal/explore", "internal/verdict"},
	"internal/resource":           {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow"},
	"internal/lockset":            {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow"},
	"internal/races/access":       {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset"},
	"internal/races/permits":      {"internal/catalog", "internal/lockset"},
	"internal/races/requests":     {"internal/callmatch", "internal/catalog", "internal/lockset"},
	"internal/races/holding":      {"internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/access"},
	"internal/races/order":        {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/access"},
	"internal/races/origin":       {"internal/ssabuild", "internal/lockset", "internal/races/access", "internal/races/holding"},
	"internal/races/setup":        {"internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/access", "internal/races/holding", "internal/races/origin", "internal/races/requests"},
	"internal/races/threads":      {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/access", "internal/races/holding", "internal/races/order", "internal/races/permits", "internal/races/requests"},
	"internal/races/guard":        {"internal/callmatch", "internal/lockset", "internal/races/access", "internal/races/order", "internal/races/origin", "internal/races/setup", "internal/races/threads"},
	"internal/races/unlocked":     {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/verdict", "internal/races/access", "internal/races/holding", "internal/races/order", "internal/races/origin", "internal/races/requests", "internal/races/setup", "internal/races/guard"},
	"internal/races/readlocked":   {"internal/callmatch", "internal/lockset", "internal/verdict", "internal/races/access", "internal/races/holding", "internal/races/origin", "internal/races/guard"},
	"internal/races/unguarded":    {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/verdict", "internal/races/access", "internal/races/holding", "internal/races/order", "internal/races/origin", "internal/races/requests", "internal/races/setup", "internal/races/threads"},
	"internal/races/captured":     {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/verdict", "internal/races/access", "internal/races/order", "internal/races/requests", "internal/races/threads"},
	"internal/races/selftimer":    {"internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/order"},
	"internal/races/sent":         {"internal/callmatch", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/access", "internal/races/order"},
	"internal/races/sharedlocal":  {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/lockset", "internal/races/access", "internal/races/order"},
	"internal/races/atomics":      {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/lockset", "internal/races/access", "internal/races/order", "internal/races/origin", "internal/races/requests", "internal/races/setup", "internal/races/threads"},
	"internal/races/mapuse":       {"internal/lockset", "internal/races/access", "internal/races/holding", "internal/races/setup", "internal/races/threads"},
	"internal/races/late":         {"internal/lockset", "internal/races/access", "internal/races/holding", "internal/races/order", "internal/races/setup", "internal/races/threads"},
	"internal/lockuse":            {"internal/callmatch", "internal/ssabuild", "internal/ssaflow", "internal/verdict", "internal/lockset", "internal/races/*"},
	"internal/atomicity":          {"internal/callmatch", "internal/catalog", "internal/ssabuild", "internal/ssaflow", "internal/verdict", "internal/lockset", "internal/races/*"},
}

// Dependencies point in one direction, and the linter refers to the runtime package by its
// import path only.
func TestDependencyDirection(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", module+"/...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	seen := 0
	for {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&pkg); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		from := below(pkg.ImportPath)
		for _, imported := range pkg.Imports {
			if to := below(imported); to != "" && !allowed(from, to) {
				t.Errorf("%s imports %s", from, to)
			}
			if strings.HasPrefix(from, "lifecycle") && strings.Contains(strings.Split(imported, "/")[0], ".") && !strings.HasPrefix(imported, module+"/lifecycle") {
				t.Errorf("%s imports %s, which is not the standard library", from, imported)
			}
		}
	}
	if seen < 20 {
		t.Errorf("go list names %d packages; is the pattern right?", seen)
	}
}

// below returns the path of a package of this module below the module's, "" for
// others.
func below(pkg string) string {
	rest, ok := strings.CutPrefix(pkg, module+"/")
	if !ok {
		return ""
	}
	return rest
}

func allowed(from, to string) bool {
	if strings.HasPrefix(from, "analyzers/") && strings.HasPrefix(to, "analyzers/") && strings.Split(from, "/")[1] != strings.Split(to, "/")[1] {
		return false // what several analyzers share is an engine
	}
	if strings.HasPrefix(from, "lifecycle") {
		return strings.HasPrefix(to, "lifecycle")
	}
	if to == "internal/lazyregexp" {
		return true // it knows nothing of Go programs, as the standard library
	}
	for pattern, list := range mayImport {
		if match(pattern, from) && slices.ContainsFunc(list, func(p string) bool { return match(p, to) }) {
			return true
		}
	}
	return false
}

func match(pattern, pkg string) bool {
	ok, err := path.Match(pattern, pkg)
	return err == nil && ok
}
