// Package sharedcache shows that results travel through a GOCACHEPROG cache: a
// second machine starts the tool for no package.
package sharedcache

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/tools/toolbuild"
)

var module = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26\n",
	"a/a.go": "package a\n\nfunc Answer() int { return 42 }\n",
	"b/b.go": "package b\n\nimport (\n\t\"time\"\n\n\t\"example.com/m/a\"\n)\n\nfunc Run(t *time.Ticker) {\n\tgo func() {\n\t\tfor range t.C {\n\t\t\tprintln(a.Answer())\n\t\t}\n\t}()\n}\n",
}

func TestSecondMachine(t *testing.T) {
	tool := toolbuild.Command(t)
	client := toolbuild.Build(t, "github.com/bradfitz/go-tool-cache/cmd/go-cacher")
	server := startServer(t, toolbuild.Build(t, "github.com/bradfitz/go-tool-cache/cmd/go-cacher-server"))

	dir := toolbuild.Module(t, module)
	first := newMachine(t, tool, client, server)
	second := newMachine(t, tool, client, server)
	before := first.vet(t, dir)
	after := second.vet(t, dir)
	if !strings.Contains(before, "goroutineleak/ticker-range") || before != after {
		t.Errorf("the first says\n%s\nthe second\n%s", before, after)
	}
	if n := first.starts(t); n < 2 {
		t.Errorf("the first machine starts the tool %d times; does the count work?", n)
	}
	if n := second.starts(t); n != 0 {
		t.Errorf("the second machine starts the tool %d times", n)
	}
	t.Logf("the tool is started %d times on the first machine, %d on the second", first.starts(t), second.starts(t))
}

// startServer starts the cache that the machines share.
func startServer(t *testing.T, program string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	cmd := exec.Command(program, "-listen", addr, "-cache-dir", t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	for {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return "http://" + addr
		}
		select {
		case <-ended:
			t.Fatal("the cache server has ended")
		case <-time.After(50 * time.Millisecond): // until another program listens
		}
	}
}

// A machine has a build cache of its own, and a tool that notes when it is
// started on a package.
type machine struct{ tool, log, prog string }

func newMachine(t *testing.T, tool, client, server string) machine {
	t.Helper()
	dir := t.TempDir()
	m := machine{tool: "", log: filepath.Join(dir, "starts"), prog: fmt.Sprintf("%s -cache-dir %s -cache-server %s", client, filepath.Join(dir, "cache"), server)}
	// The wrapper is the same program on both machines but for the place of its
	// log, which comes from the environment.
	m.tool = filepath.Join(filepath.Dir(tool), "wrapper")
	script := "#!/bin/sh\ncase \"$*\" in *.cfg) echo start >> \"$STARTS\";; esac\nexec " + tool + " \"$@\"\n"
	if err := os.WriteFile(m.tool, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return m
}

// vet returns what go vet prints.
func (m machine) vet(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.Command("go", "vet", "-vettool="+m.tool, "-json", "./...")
	cmd.Dir = dir
	cmd.Env = toolbuild.Environ("GOCACHEPROG="+m.prog, "GOCACHE="+t.TempDir(), "STARTS="+m.log)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, stderr.String())
	}
	return string(out)
}

// starts returns how often the tool was started on a package.
func (m machine) starts(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(m.log)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Count(string(text), "start")
}
