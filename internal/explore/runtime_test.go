package explore

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestAgainstRuntime runs random programs, each many times, and holds the goroutines that the
// runtime's leak profile finds blocked forever against those that the exploration finds: what
// happens must have been found. The runs see some of the interleavings only, so that what is
// found need not happen; half of it does.
func TestAgainstRuntime(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs with an experiment of the runtime")
	}
	t.Parallel()
	first, _ := seed(t)
	for name, next := range map[string]func(r *rand.Rand) string{
		"operations": func(r *rand.Rand) string {
			p := randomProgram(r)
			if src := p.source(); !p.crashes(100000) {
				return src
			}
			return ""
		},
		"constructs": richProgram,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			againstRuntime(t, func(i uint64) string { return next(rand.New(rand.NewPCG(first, 1<<32+i))) })
		})
	}
}

func againstRuntime(t *testing.T, next func(uint64) string) {
	dir := t.TempDir()
	found := writePrograms(t, dir, next, 150)
	var predicted, happened int
	for n, lines := range leakedLines(t, dir, len(found)) {
		predicted += len(found[n])
		happened += len(lines)
		for _, line := range lines {
			if !found[n][line] {
				src, _ := os.ReadFile(filepath.Join(dir, fmt.Sprintf("n%d", n), programName(n)))
				t.Errorf("program %d: a goroutine is blocked forever at line %d, explored %v\n%s", n, line, found[n], numbered(string(src)))
			}
		}
	}
	if happened < predicted/2 {
		t.Errorf("of %d operations found to block forever, %d do", predicted, happened)
	}
	t.Logf("of %d operations found to block forever in %d programs, %d do", predicted, len(found), happened)
}

func programName(n int) string { return fmt.Sprintf("p%d.go", n) }

// writePrograms writes a module of programs, and returns the lines at which the exploration finds
// a goroutine of each blocked forever.
func writePrograms(t *testing.T, dir string, next func(uint64) string, count int) []map[int]bool {
	t.Helper()
	var found []map[int]bool
	for i := uint64(0); len(found) < count; i++ {
		src := next(i)
		if src == "" {
			continue
		}
		prog, pkg := build(t, src)
		lines, complete := stuckLines(newMachine(prog), pkg.Func("F"), 200000)
		if !complete {
			continue
		}
		write(t, filepath.Join(dir, fmt.Sprintf("n%d", len(found)), programName(len(found))), runnable(src, len(found)))
		found = append(found, lines)
	}
	write(t, filepath.Join(dir, "go.mod"), "module programs\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), runner(count))
	return found
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runnable returns the n-th program as a package of its own: the same lines, with a chance
// for other goroutines before each statement.
func runnable(src string, n int) string {
	return strings.Replace(operation.ReplaceAllString(src, "${1}runtime.Gosched(); $2"), "package p", fmt.Sprintf("package n%d; import \"runtime\"", n), 1)
}

var operation = regexp.MustCompile(`(?m)^(\s*)(\w+ <-|<-|select|\w+\.\w+\(|close\(|cancel\(|give\(|drain\(|locked\()`)

// runner returns a main that starts each program many times and prints what is leaked.
func runner(count int) string {
	var imports, list strings.Builder
	for n := range count {
		fmt.Fprintf(&imports, "import \"programs/n%d\"\n", n)
		fmt.Fprintf(&list, "n%d.F, ", n)
	}
	return `package main

` + imports.String() + `
import (
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
)

func yield() {
	for range rand.IntN(3) {
		runtime.Gosched()
	}
}

func main() {
	for _, f := range []func(){` + list.String() + `} {
		for range 300 {
			go f()
			yield()
		}
		for range 300 {
			runtime.Gosched()
		}
	}
	if err := pprof.Lookup("goroutineleak").WriteTo(os.Stdout, 1); err != nil {
		panic(err)
	}
}
`
}

var programFrame = regexp.MustCompile(`/p(\d+)\.go:(\d+)`)

// leakedLines builds and runs the module, and returns the lines of each program at which a
// goroutine is leaked.
func leakedLines(t *testing.T, dir string, count int) [][]int {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", "programs", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GO111MODULE=on", "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local", "GOEXPERIMENT=goroutineleakprofile")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(dir, "programs")).Output()
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	lines := make([][]int, count)
	for _, stack := range strings.Split(string(out), "\n\n") {
		frame := programFrame.FindStringSubmatch(stack)
		if frame == nil {
			continue
		}
		n, _ := strconv.Atoi(frame[1])
		line, _ := strconv.Atoi(frame[2])
		if !slices.Contains(lines[n], line) {
			lines[n] = append(lines[n], line)
		}
	}
	return lines
}
