package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/tools/toolbuild"
)

const service = `package a

import (
	"net/http"
	"os"
	"sync"
	"time"
)

type S struct {
	mu   sync.Mutex
	n    int
	stop chan struct{}
}

func New() *S {
	s := &S{stop: make(chan struct{})}
	go s.run()
	return s
}

func (s *S) run() {
	for {
		select {
		case <-s.stop:
			return
		case <-time.After(time.Second):
		}
	}
}

func (s *S) Stop() {
	close(s.stop)
}

func (s *S) Add(n int) int {
	s.mu.Lock()
	if n == 0 {
		s.mu.Unlock()
		return 0
	}
	s.n += n
	sum := s.n
	s.mu.Unlock()
	return sum
}

func Serve() error {
	srv := &http.Server{Addr: ":80", ReadHeaderTimeout: time.Second}
	return srv.ListenAndServe()
}

func Size(name string) (n int64) {
	f, err := os.Open(name)
	if err != nil {
		return 0
	}
	defer f.Close()
	var wg sync.WaitGroup
	wg.Go(func() { n, _ = f.Seek(0, 2) })
	wg.Wait()
	return n
}
`

// program uses the service, so that its importers are analyzed when it changes.
const program = "package main\n\nimport \"example.com/m/a\"\n\nfunc main() {\n\ts := a.New()\n\tdefer s.Stop()\n\tprintln(s.Add(1), a.Serve())\n}\n"

// Each mutant that builds has a row, with what is reported then and not before; the
// checkout stays as it is.
func TestMutate(t *testing.T) {
	t.Parallel()
	dir := toolbuild.Module(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.26\n", "a/a.go": service, "main.go": program})
	var text strings.Builder
	if err := command([]string{"mutate", "m=" + dir}, &text); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range rows[1:] {
		got = append(got, strings.Join(row[1:], " "))
	}
	want := []string{
		"main.go 7 stop s.Stop() medium goroutineleak/stop-never-called",
		"a/a.go 33 close close(s.stop) high goroutineleak/stop-never-signalled",
		"a/a.go 39 unlock s.mu.Unlock() high lockrace/lock-leak",
		"a/a.go 44 unlock s.mu.Unlock() high lockrace/lock-leak",
		"a/a.go 49 timeout ReadHeaderTimeout medium httptimeout/server-no-timeout",
		"a/a.go 58 deferred close f.Close() medium resourceleak/left-open",
		"a/a.go 61 wait wg.Wait() high goroutineleak/wait-without-add",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if now, err := os.ReadFile(filepath.Join(dir, "a/a.go")); err != nil || string(now) != service {
		t.Errorf("the checkout has changed: %v", err)
	}
	file := filepath.Join(t.TempDir(), "mutants.csv")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := command([]string{"mutants", file}, &table); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table.String(), "| unlock | 2 | 2 (100 %) | 2 (100 %) |") {
		t.Error(table.String())
	}
}
