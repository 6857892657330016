package fixprop_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/fixprop"
	"github.com/lifecyclelint/lifecyclelint/internal/textbook"
)

// leastRun is how many leaks the program must have at least, before they are fixed.
const leastRun = 5

// TestRun runs shapes before and after their fixes, in one program: the profile of leaked
// goroutines has them before, and does not after; and what was released before still is.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	t.Parallel()
	var cases []textbook.Case
	for _, c := range seeds(t, "goroutineleak/blocked") {
		if !c.Context.Main {
			cases = append(cases, c)
		}
	}
	l := newLab(t, cases)
	p := &program{t: t, root: t.TempDir()}
	for _, c := range cases {
		p.add(l, c)
	}
	leaks := 0
	for name, r := range p.run() {
		if r.Before.Leaked > 0 {
			leaks++
		}
		if r.Before.Leaked > 0 && r.After.Leaked > 0 {
			t.Errorf("%s: %d goroutines are left behind after the fix, %d before", name, r.After.Leaked, r.Before.Leaked)
		}
		if r.Before.Kept == 0 && r.After.Kept > 0 {
			t.Errorf("%s: the fixed code does not give back what it gave back before", name)
		}
	}
	t.Logf("%d of %d shapes leak before their fix", leaks, len(p.calls))
	if leaks < leastRun {
		t.Errorf("%d shapes leak before their fix, want %d", leaks, leastRun)
	}
}

// A program calls the shapes, each in a package of its own before and after its fix.
type program struct {
	t     *testing.T
	root  string
	calls []string
}

// add writes the two packages of a case that can be called, and whose fix is safe.
func (p *program) add(l *lab, c textbook.Case) {
	src, err := c.Render("bad")
	if err != nil {
		p.t.Fatal(err)
	}
	args, ok := arguments(src.Text)
	if !ok {
		return
	}
	variations, err := fixprop.Vary(src.Text, src.Want[0])
	if err != nil {
		p.t.Fatal(err)
	}
	for _, v := range variations {
		if v.Name != "a method that releases" && v.Name != "a comment behind" {
			continue
		}
		found, err := l.analyze(c.Shape.Checks, map[string][]byte{"work.go": v.Text, "helper.go": v.Helper})
		if err != nil || len(found) != 1 || found[0].title == "" {
			continue
		}
		n := fmt.Sprintf("case%d", len(p.calls))
		p.write(n+"before", v.Text, v.Helper)
		p.write(n+"after", driver.Apply(v.Text, found[0].edits), v.Helper)
		p.calls = append(p.calls, fmt.Sprintf("\tshow(%q, measure(%[2]q, %[2]s.Left, func(ctx context.Context) { %[2]s.Work(%[4]s) }), measure(%[3]q, %[3]s.Left, func(ctx context.Context) { %[3]s.Work(%[4]s) }))",
			c.ID()+", "+v.Name, n+"before", n+"after", args))
	}
}

func (p *program) write(pkg string, text, helper []byte) {
	dir := filepath.Join(p.root, pkg)
	left := "package service\n\n// Left is what has not been given back.\nfunc Left() int {\n\tkept.mu.Lock()\n\tdefer kept.mu.Unlock()\n\treturn len(kept.open)\n}\n"
	for name, data := range map[string][]byte{"work.go": text, "helper.go": helper, "left.go": []byte(left)} {
		p.file(filepath.Join(dir, name), data)
	}
}

func (p *program) file(name string, data []byte) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// arguments returns what to call Work with, and false if no value is available.
func arguments(src []byte) (string, bool) {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return "", false
	}
	values := map[string]string{"context.Context": "ctx", "[]string": `[]string{"/nowhere/a", "/nowhere/b", "/nowhere/c"}`, "string": `"/nowhere"`, "int": "3"}
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Name.Name != "Work" || fn.Recv != nil {
			continue
		}
		var args []string
		for _, field := range fn.Type.Params.List {
			value, ok := values[string(src[field.Type.Pos()-file.FileStart:field.Type.End()-file.FileStart])]
			if !ok {
				return "", false
			}
			for range field.Names {
				args = append(args, value)
			}
		}
		return strings.Join(args, ", "), true
	}
	return "", false
}

type ran struct {
	Name          string
	Before, After struct{ Leaked, Kept int }
}

const runner = `
type result struct{ Leaked, Kept int }

// measure calls work until it returns, or its context has ended, and tells what is left.
func measure(pkg string, left func() int, work func(context.Context)) result {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work(ctx)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	cancel()
	var r result
	for range 20 { // goroutines that are about to end are none that are left behind
		var out bytes.Buffer
		if err := pprof.Lookup("goroutineleak").WriteTo(&out, 2); err != nil {
			panic(err)
		}
		r = result{strings.Count(out.String(), "created by platform.dev/run/"+pkg+".") , left()}
		if r.Leaked == 0 && r.Kept == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return r
}

func show(name string, before, after result) {
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"Name": name, "Before": before, "After": after}); err != nil {
		panic(err)
	}
}
`

// run builds the program and returns what it says, by name.
func (p *program) run() map[string]ran {
	p.t.Helper()
	lifecycle, err := filepath.Abs("../../lifecycle")
	if err != nil {
		p.t.Fatal(err)
	}
	p.file(filepath.Join(p.root, "go.mod"), []byte("module platform.dev/run\n\ngo 1.26\n\nrequire "+check.RuntimePath+" v0.0.0\n\nreplace "+check.RuntimePath+" => "+lifecycle+"\n"))
	var imports strings.Builder
	for i := range p.calls {
		fmt.Fprintf(&imports, "\tcase%[1]dbefore \"platform.dev/run/case%[1]dbefore\"\n\tcase%[1]dafter \"platform.dev/run/case%[1]dafter\"\n", i)
	}
	p.file(filepath.Join(p.root, "main.go"), []byte("package main\n\nimport (\n\t\"bytes\"\n\t\"context\"\n\t\"encoding/json\"\n\t\"os\"\n\t\"runtime/pprof\"\n\t\"strings\"\n\t\"time\"\n\n"+
		imports.String()+")\n"+runner+"\nfunc main() {\n"+strings.Join(p.calls, "\n")+"\n}\n"))
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = p.root
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOEXPERIMENT=goroutineleakprofile")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	results := make(map[string]ran)
	dec := json.NewDecoder(bytes.NewReader(out))
	for dec.More() {
		var r ran
		if err := dec.Decode(&r); err != nil {
			p.t.Fatal(err)
		}
		results[r.Name] = r
	}
	return results
}
