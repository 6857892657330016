package scratch

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The test binary is also the process that is killed.
const victim = "SCRATCH_TEST_VICTIM"

func TestMain(m *testing.M) {
	if target := os.Getenv(victim); target != "" {
		leave(target)
	}
	os.Exit(m.Run())
}

// leave makes a directory and a file beside the target, says where, and waits for
// its end.
func leave(target string) {
	d, err := New()
	if err != nil {
		panic(err)
	}
	if _, err := d.Sub("sub"); err != nil {
		panic(err)
	}
	names, err := d.Beside([]string{target})
	if err != nil {
		panic(err)
	}
	if err := os.WriteFile(names[0], nil, 0o600); err != nil {
		panic(err)
	}
	fmt.Println(d.Path)
	select {}
}

func TestSweep(t *testing.T) {
	tmp, work := t.TempDir(), t.TempDir()
	t.Setenv("GOTMPDIR", tmp)
	mine, err := New()
	if err != nil {
		t.Fatal(err)
	}
	unlocked := filepath.Join(tmp, prefix+"unlocked") // killed between the directory and its lock
	foreign := filepath.Join(tmp, "lifecyclelint-stacks-1.txt")
	write(t, foreign)
	if err := os.Mkdir(unlocked, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), victim+"="+filepath.Join(work, "f.go"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("the other process says nothing")
	}
	Sweep()
	for _, path := range []string{lines.Text(), mine.Path} {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("swept with its process alive: %v", err)
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	Sweep()
	if err := mine.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) != 1 || left[0] != foreign {
		t.Errorf("there are %q, want %q alone", left, foreign)
	}
	if left, _ := filepath.Glob(filepath.Join(work, ".*")); len(left) > 0 {
		t.Errorf("left beside the target: %q", left)
	}
}

// A journal is a file that others may have written: what it names is removed only
// when it is of the kind that is named there.
func TestJournalOfOthers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	precious, ours := filepath.Join(dir, "precious.go"), filepath.Join(dir, ".f.go"+besideMark+"1-0")
	write(t, precious)
	write(t, ours)
	name := filepath.Join(dir, journal)
	if err := os.WriteFile(name, fmt.Appendf(nil, "%q\n%q\ngarbage\n", precious, ours), 0o600); err != nil {
		t.Fatal(err)
	}
	removeBeside(name)
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(ours); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", ours, err)
	}
}

func TestRootThatGoEnvHasWritten(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "env")
	if err := os.WriteFile(name, []byte("GOFLAGS=-mod=mod\nGOTMPDIR="+dir+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOTMPDIR", "")
	t.Setenv("GOENV", name)
	if root() != dir {
		t.Errorf("root is %s, want %s", root(), dir)
	}
}

func write(t *testing.T, name string) {
	t.Helper()
	if err := os.WriteFile(name, []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}
