package lifecycletest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

// ProfilesEnv names the environment variable with the directory that [Profile] and
// [NoLeaks] write to. lifecyclelint confirm reads it.
const ProfilesEnv = "LIFECYCLE_PROFILES"

// Profile writes a profile of all goroutines to the directory that the environment variable
// LIFECYCLE_PROFILES names, and returns the file's name. Without the variable it does
// nothing and returns "".
//
// Profiles of one test and name are taken for moments of one process, in order:
// lifecyclelint confirm --profile reports what has grown between them. Call it before,
// during and after the load of a test.
func Profile(t testing.TB, name string) string {
	t.Helper()
	return write(t, name+".txt", func(w io.Writer) error {
		return pprof.Lookup("goroutine").WriteTo(w, 2)
	})
}

// left writes the stacks of goroutines that a test has leaked.
func left(t testing.TB, stacks []string) {
	t.Helper()
	write(t, "left.txt", func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "# lifecycletest: goroutines left behind by %s\n%s\n", t.Name(), strings.Join(stacks, "\n\n"))
		return err
	})
}

// write writes a file of the process's directory below the one that the variable names:
// confirm takes a directory for a process. The time makes the file's name.
func write(t testing.TB, suffix string, content func(io.Writer) error) string {
	t.Helper()
	root := os.Getenv(ProfilesEnv)
	if root == "" {
		return ""
	}
	now := time.Now()
	dir := filepath.Join(root, clean(filepath.Base(os.Args[0])), fmt.Sprintf("%s-%d", clean(t.Name()), os.Getpid()))
	file := filepath.Join(dir, now.UTC().Format("20060102T150405.000000000Z")+"-"+clean(suffix))
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = create(file, now, content)
	}
	if err != nil {
		t.Errorf("lifecycletest: %s: %v", ProfilesEnv, err)
		return ""
	}
	return file
}

func create(file string, now time.Time, content func(io.Writer) error) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "# time=%s\n# vcs.revision=%s\n", now.UTC().Format(time.RFC3339Nano), revision()) // Flush has the error
	err = content(w)
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// revision returns that of the source of the test binary, if go test was run with
// -buildvcs=true.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}

// clean returns a name of a test as the name of a directory.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name)
}
