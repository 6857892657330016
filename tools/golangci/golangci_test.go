package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/tools/toolbuild"
)

const settings = `version: "2"
linters:
  default: none
  enable: [lifecyclelint]
  settings:
    custom:
      lifecyclelint:
        type: module
        description: service-lifecycle bugs
        settings: {%s}
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
`

var module = map[string]string{
	"go.mod": "module example.com/m\n\ngo 1.26\n",
	"ticks/ticks.go": `package ticks

import (
	"context"
	"time"
)

func Start(ctx context.Context, t *time.Ticker) {
	go func() {
		for range t.C {
			println("tick")
		}
	}()
}

func Accepted(t *time.Ticker) {
	go func() {
		//nolint:lifecyclelint // lives as long as the process
		for range t.C {
			println("tick")
		}
	}()
}

func Forever(t *time.Ticker) {
	for range t.C {
		println("tick")
	}
}

func Run(t *time.Ticker) { go Forever(t) }
`,
	"web/web.go": `package web

import (
	"net/http"

	"example.com/m/cache"
)

func Get() (*http.Response, error) {
	c := cache.New()
	c.Get()
	client := &http.Client{}
	return client.Get("https://example.com/")
}
`,
	"cache/cache.go": `package cache

import (
	"sync"
	"time"
)

type Cache struct {
	mu   sync.Mutex
	n    int
	once sync.Once
	done chan struct{}
}

func New() *Cache {
	c := &Cache{done: make(chan struct{})}
	go c.sweep()
	return c
}

func (c *Cache) Get() int {
	c.mu.Lock()
	if c.n == 0 {
		return 0
	}
	defer c.mu.Unlock()
	return c.n
}

func (c *Cache) Stop() { c.once.Do(func() { close(c.done) }) }

func (c *Cache) sweep() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			println("sweep")
		case <-c.done:
			return
		}
	}
}
`,
}

// A suite is the two programs, built once.
type suite struct{ golangci, command string }

func TestPlugin(t *testing.T) {
	s := suite{
		golangci: toolbuild.Build(t, "github.com/lifecyclelint/lifecyclelint/tools/golangci"),
		command:  toolbuild.Command(t),
	}
	t.Run("same findings as the command", func(t *testing.T) {
		dir := toolbuild.Module(t, module)
		got, want := s.runGolangci(t, dir, ""), s.runCommand(t, dir)
		if !slices.Equal(got, want) || len(want) < 5 {
			t.Errorf("golangci-lint reports\n\t%s\nthe command\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
		if slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "ticks/ticks.go:19") }) {
			t.Error("nolint is not honoured")
		}
	})
	t.Run("settings", func(t *testing.T) {
		dir := toolbuild.Module(t, module)
		all := s.runGolangci(t, dir, "")
		got := s.runGolangci(t, dir, `checks: [goroutineleak/ticker-range], runs-forever: [example.com/m/ticks.Forever]`)
		want := slices.DeleteFunc(all, func(line string) bool {
			return !strings.Contains(line, "goroutineleak/ticker-range") || strings.HasPrefix(line, "ticks/ticks.go:26")
		})
		if !slices.Equal(got, want) || len(want) != 1 {
			t.Errorf("%v, want %v", got, want)
		}
		if text := s.fail(t, dir, `check: [all]`); !strings.Contains(text, "unknown field") {
			t.Errorf("an unknown setting gives %s", text)
		}
		if text := s.fail(t, dir, `checks: [nosuch]`); !strings.Contains(text, `unknown check "nosuch"`) {
			t.Errorf("an unknown check gives %s", text)
		}
	})
	t.Run("fix", func(t *testing.T) {
		dir := toolbuild.Module(t, module)
		edit := exec.Command("go", "mod", "edit", "-require=github.com/lifecyclelint/lifecyclelint/lifecycle@v0.0.0",
			"-replace=github.com/lifecyclelint/lifecyclelint/lifecycle="+repoFile(t, "../../lifecycle"))
		run(t, dir, edit)
		const checks = `checks: [goroutineleak/ticker-range, lockrace/lock-leak]`
		before := read(t, dir, "ticks/ticks.go")
		// Only safe fixes are applied unless the settings say otherwise.
		s.runGolangci(t, dir, checks, "--fix")
		if text := read(t, dir, "cache/cache.go"); !strings.Contains(text, "\t\tc.mu.Unlock()\n\t\treturn 0") {
			t.Error(text)
		}
		if text := read(t, dir, "ticks/ticks.go"); text != before {
			t.Error(text)
		}
		run(t, dir, exec.Command("go", "vet", "./..."))
		s.runGolangci(t, dir, checks+", suggested: true", "--fix")
		if text := read(t, dir, "ticks/ticks.go"); !strings.Contains(text, "range lifecycle.Recv(ctx, t.C)") ||
			!strings.Contains(text, "range lifecycle.Recv(lifecycle.Context(), t.C)") {
			t.Error(text)
		}
		run(t, dir, exec.Command("go", "vet", "./..."))
		if left := s.runGolangci(t, dir, checks); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
	})
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func repoFile(t *testing.T, name string) string {
	t.Helper()
	abs, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

func run(t *testing.T, dir string, cmd *exec.Cmd) {
	t.Helper()
	cmd.Dir, cmd.Env = dir, toolbuild.Environ()
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, text)
	}
}

// golangciCommand returns the command with a cache of its own, without which it
// repeats old findings.
func (s suite) golangciCommand(t *testing.T, dir, values string, args ...string) *exec.Cmd {
	t.Helper()
	config := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(config, fmt.Appendf(nil, settings, values), 0o644); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"run", "--config", config, "--path-mode", "abs", "--output.json.path", "stdout", "--show-stats=false", "--issues-exit-code", "7"}, args...)
	cmd := exec.Command(s.golangci, append(args, "./...")...)
	cmd.Dir = dir
	cmd.Env = toolbuild.Environ("GOLANGCI_LINT_CACHE=" + t.TempDir())
	return cmd
}

// runGolangci returns its findings as "file:line:column message".
func (s suite) runGolangci(t *testing.T, dir, values string, args ...string) []string {
	t.Helper()
	cmd := s.golangciCommand(t, dir, values, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 7) {
		t.Fatalf("%v\n%s%s", err, out, stderr.String())
	}
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.NewDecoder(strings.NewReader(string(out))).Decode(&report); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var list []string
	for _, i := range report.Issues {
		_, message, _ := strings.Cut(i.Text, ": ") // the analyzer's name
		list = append(list, line(t, dir, i.Pos.Filename, i.Pos.Line, i.Pos.Column, message))
	}
	slices.Sort(list)
	return list
}

// runCommand returns what the command reports in the same form.
func (s suite) runCommand(t *testing.T, dir string) []string {
	t.Helper()
	cmd := exec.Command(s.command, "--exit-zero", "--format", "json", "./...")
	cmd.Dir, cmd.Env = dir, toolbuild.Environ()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var report struct {
		Findings []struct {
			ID, File, Message string
			Start             struct{ Line, Column int }
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range report.Findings {
		list = append(list, line(t, dir, f.File, f.Start.Line, f.Start.Column, f.Message+" ("+f.ID+")"))
	}
	slices.Sort(list)
	return list
}

func line(t *testing.T, dir, file string, line, column int, message string) string {
	t.Helper()
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s:%d:%d %s", filepath.ToSlash(rel), line, column, message)
}

// fail returns what golangci-lint says about settings it cannot use.
func (s suite) fail(t *testing.T, dir, values string) string {
	t.Helper()
	text, err := s.golangciCommand(t, dir, values).CombinedOutput()
	if err == nil {
		t.Errorf("%s is accepted", values)
	}
	return string(text)
}
