package lifecycletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProfile(t *testing.T) {
	t.Setenv(ProfilesEnv, "")
	if name := Profile(t, "x"); name != "" {
		t.Errorf("%s is written", name)
	}
	dir := t.TempDir()
	t.Setenv(ProfilesEnv, dir)
	first, second := Profile(t, "under load"), Profile(t, "under load")
	if rel, err := filepath.Rel(dir, filepath.Dir(first)); err != nil || !strings.HasPrefix(filepath.Base(rel), "TestProfile-") || !strings.HasSuffix(first, "-under_load.txt") || first >= second {
		t.Errorf("files %s, %s", first, second)
	}
	data, err := os.ReadFile(first)
	if err != nil || !strings.HasPrefix(string(data), "# time=20") || !strings.Contains(string(data), "lifecycletest.TestProfile(") {
		t.Errorf("%v: %s", err, data)
	}
	t.Setenv(ProfilesEnv, filepath.Join(first, "below a file"))
	rec := &recorder{TB: t}
	if name := Profile(rec, "x"); name != "" || len(rec.failures) != 1 {
		t.Errorf("%q, %q", name, rec.failures)
	}
}

func TestNoLeaksWrites(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(ProfilesEnv, dir)
	before := leakWait
	leakWait = 0
	defer func() { leakWait = before }()
	stop := make(chan struct{})
	defer close(stop)
	rec := &recorder{TB: t}
	NoLeaks(rec)
	started := make(chan struct{})
	go func() {
		close(started)
		<-stop
	}()
	<-started
	rec.finish()
	files, err := filepath.Glob(filepath.Join(dir, "*", "TestNoLeaksWrites-*", "*-left.txt"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil || !strings.Contains(string(data), "\n# lifecycletest: goroutines left behind by TestNoLeaksWrites\n") || !strings.Contains(string(data), "TestNoLeaksWrites.func") {
		t.Errorf("%v: %s", err, data)
	}
}
