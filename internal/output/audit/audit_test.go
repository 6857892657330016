package audit_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	output "github.com/lifecyclelint/lifecyclelint/internal/output/audit"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// hostile is text as a pull request could bring it.
const hostile = "x\x1b]0;owned\x07<script>alert(1)</script>\"'`|*_[a](javascript:alert(1)) @team \u202e\xff"

// sample is a report of two services, one of them with hostile names throughout.
func sample(t *testing.T) *audit.Report {
	t.Helper()
	dir := t.TempDir()
	src := "package main\n\nfunc main() {\n\tserve() // </pre><script>alert(2)</script>\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	at := service.Place{Pkg: "example.com/a", File: filepath.Join(dir, "main.go"), Line: 4, Column: 2}
	make := func(name, pkg string, value service.Value) service.Service {
		s := service.Service{Name: name, Package: pkg, Dir: dir, Cells: map[string]service.Cell{}, Budget: 13 * time.Second, Open: true}
		for _, c := range service.Columns {
			s.Cells[c.ID] = service.Cell{Value: value, Text: "1 of 2 " + name, Proofs: []service.Proof{{Place: at, Text: name}, {Place: at, Text: name + " again"}}}
		}
		s.Startup = []service.Step{{Phase: "stores", Text: "open " + name, Place: at}}
		s.Shutdown = []service.Step{
			{Phase: "signal", Text: "signal", Place: at}, {Phase: "drain", Text: "wait", Limit: 3 * time.Second, Place: at},
			{Phase: "stores", Text: "close", Limit: 10 * time.Second, Deferred: true, Place: at},
			{Phase: "workers", Text: "wait for goroutines", Unlimited: true, Place: at},
		}
		return s
	}
	f := func(msg string, sev check.Severity, safe bool) finding.Finding {
		return finding.Finding{
			ID: "goroutineleak/no-exit", Severity: sev, Confidence: verdict.High, Package: "example.com/a", File: at.File,
			Start: finding.Position{Line: 4, Column: 2}, End: finding.Position{Line: 4, Column: 7}, Message: msg, Fingerprint: msg, URL: "https://example.com/docs",
			Trace: []finding.Hop{{File: at.File, At: finding.Position{Line: 3, Column: 1}, Message: msg}},
			Fix:   &finding.Fix{Title: msg, Safe: safe, Edits: []finding.Edit{{File: at.File, Start: 28, End: 35, New: "stop()"}}},
		}
	}
	services := []service.Service{make("billing", "example.com/a", service.Partly), make(hostile, "example.com/b"+hostile, service.No)}
	r := audit.New(dir, &driver.Result{Services: services, Packages: 2, Others: []service.Other{{Package: "example.com/tool", Name: "tool", Why: "no reason"}, {Package: hostile, Name: hostile, Why: "no reason"}}},
		&driver.Result{Findings: []finding.Finding{f("goroutine never ends", check.High, true), f(hostile, check.Low, false)}, Problems: []driver.Problem{{Package: hostile, Message: hostile}}})
	if err := os.WriteFile(filepath.Join(dir, "compose.yml"), []byte("services:\n  billing:\n    image: billing\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.Deploy(audit.Sources{}); err != nil {
		t.Fatal(err)
	}
	r.MakePlan()
	old := *r
	old.Services = old.Services[:1]
	old.Findings = nil
	r.Compare(&old, "v1"+hostile)
	return r
}

func TestTable(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := output.Table(&out, sample(t), true); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"billing ", "◐ 1/2", "✗", "how it stops", "at most 3s", "no known limit", "Phase 1: now", "lifecyclelint fix --checks goroutineleak/no-exit .", "worse ", "manifest/grace-missing", "Not rated, no reason: example.com/tool, x"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table has no %q:\n%s", want, text)
		}
	}
	if strings.ContainsAny(text, "\x07\u202e") || strings.Contains(text, "\x1b]") {
		t.Error("the table lets control characters through")
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	r := sample(t)
	var out bytes.Buffer
	if err := output.Markdown(&out, r); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, "<script") || strings.Contains(text, "[a](") || strings.Contains(text, "@team") {
		t.Errorf("the comment lets Markdown through:\n%s", text)
	} else if strings.Contains(text, "main.go:4; main.go:4") || !strings.Contains(text, "main.go:4\n") {
		t.Errorf("the comment does not name each line once:\n%s", text)
	}
	for range 12 {
		r.Services = append(r.Services, r.Services...)
	}
	out.Reset()
	if err := output.Markdown(&out, r); err != nil {
		t.Fatal(err)
	}
	if n := len(out.String()); n > 65_536 || !strings.Contains(out.String(), "left out here") {
		t.Errorf("a long comment has %d bytes, and does not say that it was cut", n)
	}
}

// The schema is written down in docs/audit.md; this holds its names.
func TestJSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := output.JSON(&out, sample(t)); err != nil {
		t.Fatal(err)
	}
	var r map[string]any
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../../../docs/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	for key := range r {
		if !strings.Contains(string(doc), "`"+key+"`") {
			t.Errorf("docs/audit.md does not explain %q", key)
		}
	}
	s := r["services"].([]any)[0].(map[string]any)
	for key := range s {
		if !strings.Contains(string(doc), "`"+key+"`") {
			t.Errorf("docs/audit.md does not explain %q of a service", key)
		}
	}
	if r["version"] != float64(audit.Version) {
		t.Errorf("version is %v", r["version"])
	}
	for _, c := range service.Columns {
		if !strings.Contains(string(doc), "`"+c.ID+"`") {
			t.Errorf("docs/audit.md does not explain column %q", c.ID)
		}
	}
}

func TestHTML(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := output.HTML(&out, sample(t)); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if n := strings.Count(text, "<script"); n != 1 {
		t.Errorf("%d scripts, want the report's own", n)
	}
	for _, bad := range []string{"javascript:", "src=", "@import", "url(", "\u202e", "ZgotmplZ"} {
		if strings.Contains(strings.ReplaceAll(text, "(javascript:alert(1))", ""), bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	for _, want := range []string{`class="track"`, "no known limit", "13s", "goroutine never ends", "stop()", "Phase 1", "Not rated, no reason: <code>example.com/tool</code>, "} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}
