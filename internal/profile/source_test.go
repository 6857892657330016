package profile

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"
	"time"
)

const counted = "goroutine profile: total 3\n3 @ 0x1\n#\t0x1\tmain.main+0x1\t/src/main.go:7\n"

func newReader(got *[]string) *Reader {
	return &Reader{Timeout: 10 * time.Second, MaxSize: 1 << 20, Each: func(p *Profile) {
		*got = append(*got, p.Instance+" "+filepath.Base(p.Name))
	}}
}

func TestInstanceOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"goroutine-001.pb.gz":              "goroutine",
		"goroutine-10.pb.gz":               "goroutine",
		"2026-11-26T10:00:00Z.txt":         "process",
		"api-2026-11-26T10-00-00.pb.gz":    "api",
		"api-7d9f-xkcds.pb.gz":             "api-7d9f-xkcds",
		"api-0@2026-11-26T10:00:00Z.pb.gz": "api-0",
		"pods/api-0/3.txt":                 "pods/api-0",
		"dump":                             "dump",
	} {
		if got := InstanceOf(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestDir(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"a/10.txt": counted, "a/9.txt": counted, "b-2.txt": counted, "README": "no profile", ".hidden": "x", "bad.gz": "\x1f\x8b\x08zz"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	r := newReader(&got)
	if err := r.Read(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, []string{"a 9.txt", "a 10.txt", "b b-2.txt"}) || r.Skipped != 1 || len(r.Problems) != 1 {
		t.Errorf("%q, %d skipped, %v", got, r.Skipped, r.Problems)
	}
	got = nil
	if err := r.Read(t.Context(), "one="+filepath.Join(dir, "a/9.txt")); err != nil || !slices.Equal(got, []string{"one 9.txt"}) {
		t.Errorf("%q, %v", got, err)
	}
	if err := r.Read(t.Context(), filepath.Join(dir, "none")); err == nil || !strings.Contains(err.Error(), "there is no file or directory") {
		t.Error(err)
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/goroutine", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, counted) })
	mux.HandleFunc("/secret", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) })
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, counted+strings.Repeat("#\n", 1<<20))
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, counted)
		_ = http.NewResponseController(w).Flush()
		<-release
	})
	leak := http.NewServeMux()
	leak.Handle("/", mux)
	leak.HandleFunc("/debug/pprof/goroutineleak", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Replace(counted, "goroutine", "goroutineleak", 1))
	})
	srv, newer := httptest.NewServer(mux), httptest.NewServer(leak)
	t.Cleanup(srv.Close)
	t.Cleanup(newer.Close)
	t.Cleanup(func() { close(release) })
	for name, tt := range map[string]struct {
		url      string
		profiles int
		want     string
	}{
		"one":       {srv.URL + "/debug/pprof/goroutine", 1, ""},
		"list":      {srv.URL + "/debug/pprof/", 1, ""},
		"host":      {srv.URL, 1, ""},
		"with leak": {newer.URL, 2, ""},
		"forbidden": {srv.URL + "/secret", 0, "403 Forbidden"},
		"missing":   {srv.URL + "/other", 0, "404"},
		"large":     {srv.URL + "/large", 0, "more than 1 MB; --max-size"},
		"slow":      {srv.URL + "/slow", 0, "--timeout allows more"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			r := newReader(&got)
			if name == "slow" {
				r.Timeout = 50 * time.Millisecond
			}
			if err := r.Read(context.Background(), tt.url); err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, p := range r.Problems {
				text += p.Message
			}
			if len(got) != tt.profiles || !strings.Contains(text, tt.want) || (text == "") != (tt.want == "") {
				t.Errorf("%q, %q", got, text)
			}
		})
	}
	if err := newReader(new([]string)).Read(t.Context(), "http://"); err == nil {
		t.Error("no error")
	}
}

// The build ID of an executable is what its profiles name.
func TestReadBuild(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := ReadBuild(self)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&buf, 0); err != nil {
		t.Fatal(err)
	}
	list, err := Read(&buf, "self")
	if err != nil || list[0].BuildID != b.ID {
		t.Errorf("%v, build ID %q, want %q", err, list[0].BuildID, b.ID)
	}
	if _, err := ReadBuild("source_test.go"); err == nil {
		t.Error("no error for a file of source")
	}
}
