package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lifecyclelint/lifecyclelint/internal/testtool"
)

// All tests run the command that is first in the path, and that the go command runs as its
// vet tool.
func TestMain(m *testing.M) {
	code, err := runWithCommand(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(code)
}

func runWithCommand(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "lifecyclelint-test-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if _, err := testtool.Build(dir); err != nil {
		return 0, err
	}
	if err := os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH")); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		RequireExplicitExec: true,
		Condition: func(cond string) (bool, error) {
			if cond != "cgo" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			_, err := exec.LookPath("gcc")
			return err == nil, nil
		},
		Setup: func(env *testscript.Env) error {
			keepGoEnvironment(env)
			return nil
		},
	})
}

// keepGoEnvironment lets scripts use the caches, but not the workspace or the
// flags, of the user who runs the tests.
func keepGoEnvironment(env *testscript.Env) {
	home, _ := os.UserHomeDir()
	cache, _ := os.UserCacheDir()
	set := func(name, fallback string) {
		if v := os.Getenv(name); v != "" {
			fallback = v
		}
		env.Setenv(name, fallback)
	}
	set("GOCACHE", filepath.Join(cache, "go-build"))
	set("GOPATH", filepath.Join(home, "go"))
	set("GOMODCACHE", filepath.Join(home, "go", "pkg", "mod"))
	env.Setenv("GOWORK", "off")
	env.Setenv("GOFLAGS", "")
	env.Setenv("GOPROXY", "off")
	env.Setenv("GOTOOLCHAIN", "local")
	env.Setenv("GOROOT", runtime.GOROOT())
	env.Setenv("NO_COLOR", "1")
	env.Setenv("LIFECYCLELINT_PROGRESS", "0") // whether a line comes depends on the machine
	env.Setenv("RUNTIME", repoFile("lifecycle"))
}

func repoFile(name string) string {
	abs, err := filepath.Abs(filepath.Join("../..", name))
	if err != nil {
		panic(err)
	}
	return abs
}

func TestVetProtocol(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]bool{
		"-V=full":                       true,
		"-flags":                        true,
		"-json -x.y=z /tmp/vet.cfg":     true,
		"./...":                         false,
		"check -format=json":            false,
		"":                              false,
		"explain goroutineleak/no-exit": false,
	} {
		if got := vetProtocol(strings.Fields(args)); got != want {
			t.Errorf("%q: %t", args, got)
		}
	}
}
