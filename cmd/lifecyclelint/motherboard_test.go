package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/testtool"
)

// An expectation is a line of testdata/motherboard/EXPECTED.txt: file:line, a
// check, marks, and a comment.
type expectation struct {
	at, id       string
	pending, low bool
}

func expectations(t *testing.T) []expectation {
	t.Helper()
	f, err := os.Open(repoFile("testdata/motherboard/EXPECTED.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []expectation
	for sc := bufio.NewScanner(f); sc.Scan(); {
		text, _, _ := strings.Cut(sc.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) < 2 {
			continue
		}
		list = append(list, expectation{fields[0], fields[1], slices.Contains(fields, "pending"), slices.Contains(fields, "low")})
	}
	return list
}

// The sample platform gives the expected findings, all of them and no other, in
// every driver; and an expectation is pending only while there is no such check.
func TestMotherboard(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a module with third-party dependencies")
	}
	t.Parallel()
	known := make(map[string]bool)
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			known[c.ID()] = true
		}
	}
	var want []string
	for _, e := range expectations(t) {
		switch {
		case e.pending == known[e.id]:
			t.Errorf("%s %s: marked pending: %t, but the check exists: %t", e.at, e.id, e.pending, known[e.id])
		case !e.pending:
			want = append(want, line(e.at, e.id, e.low))
		}
	}
	slices.Sort(want)
	for name, run := range map[string]func(*testing.T, string) []string{"command": runCommand, "vettool": runVet} {
		t.Run(name, func(t *testing.T) {
			got := run(t, tool(t))
			slices.Sort(got)
			for _, line := range missing(want, got) {
				t.Errorf("not reported: %s", line)
			}
			for _, line := range missing(got, want) {
				t.Errorf("not expected: %s", line)
			}
		})
	}
}

// line is how a finding is compared: its place, its check, and whether it is of low
// confidence.
func line(at, id string, low bool) string {
	if low {
		id += " low"
	}
	return at + " " + id
}

// missing returns the elements of a that are not in b, counting duplicates.
func missing(a, b []string) []string {
	rest := slices.Clone(b)
	var list []string
	for _, x := range a {
		if i := slices.Index(rest, x); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			list = append(list, x)
		}
	}
	return list
}

// tool returns the path of the command.
func tool(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath(testtool.Name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func motherboard(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = repoFile("testdata/motherboard")
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "NO_COLOR=1")
	return cmd
}

func runCommand(t *testing.T, tool string) []string {
	t.Helper()
	out, err := motherboard(tool, "--format=json", "--checks=all", "--confidence=low", "--exit-zero", "./...").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var report struct {
		Findings []struct {
			ID, File, Confidence string
			Start                struct{ Line int }
			Fix                  *struct{ Title string }
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range report.Findings {
		list = append(list, line(fmt.Sprintf("%s:%d", f.File, f.Start.Line), f.ID, f.Confidence == "low"))
		if f.Fix == nil {
			t.Errorf("%s:%d: %s has no fix", f.File, f.Start.Line, f.ID)
		}
	}
	return list
}

var vetLine = regexp.MustCompile(`^(\S+\.go:\d+):\d+: .* \(([a-z]+/[a-z0-9-]+)(, low confidence.*)?\)$`)

func runVet(t *testing.T, tool string) []string {
	t.Helper()
	args := []string{"vet", "-vettool=" + tool}
	for _, a := range analyzers.New(check.Options{}) {
		args = append(args, "-"+a.Name+".checks=all", "-"+a.Name+".confidence=low")
	}
	out, _ := motherboard("go", append(args, "./...")...).CombinedOutput() // exits 1: there are findings
	var list []string
	for text := range strings.Lines(string(out)) {
		if m := vetLine.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
			list = append(list, line(m[1], m[2], m[3] != ""))
		}
	}
	return list
}

// The README begins with what the command prints.
func TestReadmeExample(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a module with third-party dependencies")
	}
	t.Parallel()
	readme, err := os.ReadFile(repoFile("README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "\n$ lifecyclelint ")
	args, rest, _ := strings.Cut(rest, "\n")
	want, _, _ := strings.Cut(rest, "```")
	out, err := motherboard(tool(t), strings.Fields(args)...).Output()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 {
		t.Fatalf("lifecyclelint %s: %v\n%s", args, err, out)
	}
	if string(out) != want {
		t.Errorf("lifecyclelint %s prints\n%s\nthe README has\n%s", args, out, want)
	}
}
