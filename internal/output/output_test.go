package output_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output"
	"github.com/lifecyclelint/lifecyclelint/internal/output/text"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// hostile is text as a pull request could bring it: terminal control, a
// workflow command, HTML, XML, Markdown, a mention, an override of direction.
const hostile = "t.C\x1b]0;owned\x07\n::error::forged %0A <script>alert(1)</script> ]]> & \"q\" | `x` [a](http://b) @team \u202e\xff"

// sample returns a result with one plain finding, one hostile one, and a
// package that could not be analyzed.
func sample(t *testing.T) (*driver.Result, string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "a b,c:d.go")
	src := "package a\n\nfunc f() {\n\tfor range é.C {\n\t}\n}\n"
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	at := strings.Index(src, "é.C")
	plain := finding.Finding{
		ID: "goroutineleak/ticker-range", Severity: check.High, Confidence: verdict.High, Package: "example.com/a",
		File: file, Start: finding.Position{Line: 4, Column: 12}, End: finding.Position{Line: 4, Column: 16},
		Message: "goroutine never ends", Fingerprint: "0123456789ab", URL: "https://example.com/docs#x",
		Trace: []finding.Hop{{File: file, At: finding.Position{Line: 3, Column: 1}, Message: "started here"}},
		Fix:   &finding.Fix{Title: "Stop it", Safe: true, Edits: []finding.Edit{{File: file, Start: at, End: at + 4, New: "recv(é.C)"}}},
	}
	bad := plain
	bad.Message, bad.Fingerprint, bad.Fix, bad.Severity, bad.Trace = hostile, "ba9876543210", nil, check.Low, nil
	bad.Start.Line, bad.End.Line = 5, 5
	ignored, accepted := bad, plain
	ignored.Suppression = &finding.Suppression{InSource: true, Reason: hostile}
	accepted.Suppression = &finding.Suppression{Reason: "accepted by the baseline"}
	return &driver.Result{Findings: []finding.Finding{plain, bad}, Suppressed: []finding.Finding{ignored, accepted}, Packages: 2,
		Problems: []driver.Problem{{Package: "example.com/broken", Message: hostile}}}, dir
}

func write(t *testing.T, format string, res *driver.Result, dir string) string {
	t.Helper()
	w, err := output.Format(format)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := w(&buf, res, dir); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// Whatever the format, no control character and no direction override of the
// hostile text gets through, and nothing of it begins a line.
func TestHostileText(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	for _, format := range output.Names() {
		got := write(t, format, res, dir)
		for _, bad := range []string{"\x1b]0;owned", "\x07", "\u202e", "\n::error::forged", "\xff"} {
			if format == "json" && bad == "\u202e" {
				continue // data for programs: exact, and escaped where JSON requires it
			}
			if strings.Contains(got, bad) {
				t.Errorf("%s lets %q through:\n%s", format, bad, got)
			}
		}
		if format != "json" && format != "text" && format != "line" && format != "github" && !strings.HasPrefix(format, "rd") &&
			strings.Contains(got, "<script>") && !json.Valid([]byte(got)) {
			t.Errorf("%s lets HTML through:\n%s", format, got)
		}
	}
}

// So with hostile names of files and packages, fix titles, steps of a trace and
// reasons: every text that a pull request can bring.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	evil := res.Findings[0]
	evil.File, evil.Package = filepath.Join(dir, strings.ReplaceAll(hostile, "/", "-")+".go"), hostile
	evil.Trace = []finding.Hop{{File: evil.File, At: evil.Start, Message: hostile}}
	evil.Fix = &finding.Fix{Title: hostile, Safe: true, Edits: []finding.Edit{{File: evil.File, New: "x"}}}
	ignored := evil
	ignored.Suppression = &finding.Suppression{InSource: true, Reason: hostile}
	res = &driver.Result{Findings: []finding.Finding{evil}, Suppressed: []finding.Finding{ignored}, Packages: 1,
		Problems: []driver.Problem{{Package: hostile, Message: hostile}}}
	for _, format := range output.Names() {
		got := write(t, format, res, dir)
		for _, bad := range []string{"\x1b]0;owned", "\x07", "\n::error::forged", "\xff", "\u202e"} {
			if bad == "\u202e" && slices.Contains([]string{"gitlab", "json", "rdjsonl", "sonar"}, format) {
				continue // a path for programs is exact
			}
			if strings.Contains(got, bad) {
				t.Errorf("%s lets %q through:\n%s", format, bad, got)
			}
		}
		switch format {
		case "markdown", "checkstyle", "junit":
			if strings.Contains(got, "<script>") {
				t.Errorf("%s lets HTML through:\n%s", format, got)
			}
		case "json", "sarif", "gitlab", "sonar":
			if !json.Valid([]byte(got)) {
				t.Errorf("%s is not JSON:\n%s", format, got)
			}
		}
	}
}

// Every format has something to say about nothing.
func TestEmpty(t *testing.T) {
	t.Parallel()
	for _, format := range output.Names() {
		got := write(t, format, &driver.Result{Packages: 3}, "/")
		switch format {
		case "json", "sarif", "gitlab", "sonar":
			if !json.Valid([]byte(got)) || strings.Contains(got, "null") {
				t.Errorf("%s: %s", format, got)
			}
		case "rdjsonl", "github", "line":
			if got != "" {
				t.Errorf("%s: %s", format, got)
			}
		case "text", "markdown":
			if !strings.Contains(got, "no findings in 3 packages") {
				t.Errorf("%s: %s", format, got)
			}
		}
	}
}

func TestSARIF(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	got := write(t, "sarif", res, dir)
	report, err := sarif.FromString(got)
	if err != nil {
		t.Fatal(err)
	}
	// The library's model writes members that are not in the text and fail its own schema;
	// set, they are left out.
	for _, run := range report.Runs {
		run.Language, run.Tool.Driver.Language, run.NewlineSequences = "en-US", "en-US", []string{"\n"}
	}
	if err := report.Validate(); err != nil {
		t.Errorf("against the published schema: %v", err)
	}
	for _, bad := range []string{`""`, "null", "[]"} {
		if strings.Contains(got, bad) {
			t.Errorf("has %s, which GitHub rejects:\n%s", bad, got)
		}
	}
	for _, want := range []string{`"startColumn": 12`, `"endColumn": 15`, `"uri": "./a%20b,c:d.go"`, `"primaryLocationLineHash"`,
		`"lifecyclelint/v1": "0123456789ab"`, `"executionSuccessful": false`, `"kind": "inSource"`, `"kind": "external"`, `"justification": "accepted by the baseline"`, `"byteLength": 4`} {
		if !strings.Contains(got, want) {
			t.Errorf("has no %s:\n%s", want, got)
		}
	}
}

func TestJUnit(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	suites, err := junit.Ingest([]byte(write(t, "junit", res, dir)))
	if err != nil {
		t.Fatal(err)
	}
	if len(suites) != 2 || suites[0].Totals.Failed != 2 || suites[1].Totals.Error != 1 {
		t.Errorf("%+v", suites)
	}
	clean, err := junit.Ingest([]byte(write(t, "junit", &driver.Result{Packages: 3}, dir)))
	if err != nil || len(clean) != 1 || clean[0].Totals.Passed != 1 {
		t.Errorf("%+v, %v", clean, err)
	}
}

func TestCheckstyle(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	var doc struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line     int    `xml:"line,attr"`
				Severity string `xml:"severity,attr"`
				Message  string `xml:"message,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	if err := xml.Unmarshal([]byte(write(t, "checkstyle", res, dir)), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Files) != 2 || doc.Files[0].Name != "a b,c:d.go" || len(doc.Files[0].Errors) != 2 {
		t.Fatalf("%+v", doc)
	}
	if e := doc.Files[0].Errors[0]; e.Line != 4 || e.Severity != "error" || e.Message != "goroutine never ends (high confidence)" {
		t.Errorf("%+v", e)
	}
}

func TestRDJSONL(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	line, _, _ := strings.Cut(write(t, "rdjsonl", res, dir), "\n")
	var d struct {
		Location    struct{ Path string }
		Suggestions []struct {
			Range struct{ Start, End struct{ Line, Column int } }
			Text  string
		}
	}
	if err := json.Unmarshal([]byte(line), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Suggestions) != 1 {
		t.Fatalf("%s", line)
	}
	s := d.Suggestions[0]
	if d.Location.Path != "a b,c:d.go" || s.Range.Start.Line != 4 || s.Range.End.Line != 4 || s.Range.Start.Column != 0 || s.Text != "\tfor range recv(é.C) {" {
		t.Errorf("%+v", d)
	}
}

// Made byte for byte, what the formats suggest is what the fix command writes: with the
// tabs and the line ends of the file, formatted if it was, with its end as it was.
func TestExactSuggestions(t *testing.T) {
	t.Parallel()
	const plain = "package a\n\nfunc f() {\n\tfor range t.C {\n\t\tg()\n\t}\n}\n"
	for name, src := range map[string]string{
		"plain": plain, "crlf": strings.ReplaceAll(plain, "\n", "\r\n"), "no newline at the end": strings.TrimSuffix(plain, "\n"),
		"not formatted": strings.ReplaceAll(plain, "\t", "  "),
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "a.go")
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		at := strings.Index(src, "g()")
		edits := []finding.Edit{{File: file, Start: at, End: at + 3, New: "if x {\n\th()\n}"}}
		f := finding.Finding{ID: "goroutineleak/ticker-range", Severity: check.High, Confidence: verdict.High, File: file,
			Start: finding.Position{Line: 4, Column: 1}, End: finding.Position{Line: 4, Column: 2}, Message: "m", Fix: &finding.Fix{Title: "t", Edits: edits}}
		res := &driver.Result{Findings: []finding.Finding{f}}
		want := string(driver.Apply([]byte(src), edits))
		for format, made := range map[string]func(*testing.T, string, string) string{"json": jsonMade, "sarif": sarifMade, "rdjsonl": rdjsonMade} {
			if got := made(t, src, write(t, format, res, dir)); got != want {
				t.Errorf("%s, %s: %q, want %q", name, format, got, want)
			}
		}
	}
}

// decode reads what a format has written.
func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

func jsonMade(t *testing.T, src, text string) string {
	var report struct {
		Findings []struct {
			Fix struct{ Edits []finding.Edit }
		}
	}
	decode(t, text, &report)
	for _, e := range slices.Backward(report.Findings[0].Fix.Edits) {
		src = src[:e.Start] + e.New + src[e.End:]
	}
	return src
}

func sarifMade(t *testing.T, src, text string) string {
	var log struct {
		Runs []struct {
			Results []struct {
				Fixes []struct {
					ArtifactChanges []struct {
						Replacements []struct {
							DeletedRegion   struct{ ByteOffset, ByteLength int }
							InsertedContent struct{ Text string }
						}
					}
				}
			}
		}
	}
	decode(t, text, &log)
	for _, r := range slices.Backward(log.Runs[0].Results[0].Fixes[0].ArtifactChanges[0].Replacements) {
		src = src[:r.DeletedRegion.ByteOffset] + r.InsertedContent.Text + src[r.DeletedRegion.ByteOffset+r.DeletedRegion.ByteLength:]
	}
	return src
}

func rdjsonMade(t *testing.T, src, text string) string {
	var d struct {
		Suggestions []struct {
			Range struct{ Start, End struct{ Line int } }
			Text  string
		}
	}
	decode(t, text, &d)
	s := d.Suggestions[0]
	lines := strings.Split(src, "\n")
	return strings.Join(slices.Concat(lines[:s.Range.Start.Line-1], []string{s.Text}, lines[s.Range.End.Line:]), "\n")
}

// GitHub shows ten annotations of a level; the tenth says how many more there are.
func TestGitHubLimit(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	one := res.Findings[0]
	res = &driver.Result{}
	for range 14 {
		res.Findings = append(res.Findings, one)
	}
	lines := strings.Split(strings.TrimSpace(write(t, "github", res, dir)), "\n")
	if len(lines) != 15 || !strings.Contains(lines[9], "::5 more findings of this level") {
		t.Errorf("%d lines, the last is %s", len(lines), lines[len(lines)-1])
	}
	for _, line := range lines[10:] {
		if !strings.HasPrefix(line, "not annotated: a b,c:d.go:4:12: goroutine never ends") {
			t.Error(line)
		}
	}
	if !strings.HasPrefix(lines[0], "::error file=a b%2Cc%3Ad.go,line=4,col=12,endLine=4,endColumn=16,title=goroutineleak/ticker-range%2C high confidence::goroutine never ends") {
		t.Error(lines[0])
	}
}

// Whatever the format, a package that was not analyzed is named beside the findings.
func TestIncomplete(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	for _, format := range output.Names() {
		if got := write(t, format, res, dir); !strings.Contains(got, "example.com/broken") {
			t.Errorf("%s does not name the package that was not analyzed:\n%s", format, got)
		}
	}
}

// In every format, a finding of low confidence is marked, with the reason.
func TestDoubts(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	low := res.Findings[0]
	low.Confidence, low.Truth, low.Severity = verdict.Low, verdict.High, check.Low
	low.Doubts = []finding.Doubt{{ID: verdict.Lifetime.ID, Sentence: verdict.Lifetime.Sentence, File: low.File, At: low.Start}}
	res = &driver.Result{Findings: []finding.Finding{low}, Packages: 1}
	for _, format := range output.Names() {
		got := strings.ToLower(write(t, format, res, dir))
		if !strings.Contains(got, "low") || !strings.Contains(got, verdict.Lifetime.Sentence) {
			t.Errorf("%s does not say what lowers the finding:\n%s", format, got)
		}
	}
}

// What is not shown is counted: less sure findings, and packages left alone.
func TestUnshown(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	low := res.Findings[0]
	low.Confidence = verdict.Low
	there := low
	there.Package = "m/examples/a"
	res = &driver.Result{
		Below: []finding.Finding{low}, Packages: 1, LeftAlone: []string{"m/examples/a", "m/examples/clean"},
		Candidates: []finding.Candidate{{Finding: there, Verdict: finding.Found}},
	}
	got := write(t, "text", res, dir)
	for _, want := range []string{"no findings in 1 package; 1 low not shown, --confidence low\n", "in 1 package for developers (examples, tests, tools): m/examples/a;"} {
		if !strings.Contains(got, want) {
			t.Errorf("text lacks %q:\n%s", want, got)
		}
	}
}

// One line a finding, as compilers print them.
func TestLine(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	res.Findings = res.Findings[:1]
	want := "a b,c:d.go:4:12: goroutine never ends (high confidence) (goroutineleak/ticker-range)\n" +
		"go.mod:1:1: example.com/broken was not analyzed: "
	if got := write(t, "line", res, dir); !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 2 {
		t.Errorf("%s, want %s", got, want)
	}
}

// On a terminal, files and checks are links.
func TestLinks(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	var buf bytes.Buffer
	if err := text.Write(&buf, res, text.Options{Dir: dir, Links: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\x1b]8;;https://example.com/docs#x\x1b\\goroutineleak/ticker-range\x1b]8;;\x1b\\",
		"\x1b]8;;file://" + dir + "/a%20b,c:d.go\x1b\\a b,c:d.go\x1b]8;;\x1b\\",
	} {
		if !strings.Contains(buf.String(), want) {
			t.Errorf("no %q in %q", want, buf.String())
		}
	}
}

// Sections are in alphabetical order, and findings under them name their file.
func TestSections(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	var buf bytes.Buffer
	section := func(f finding.Finding) string { return map[bool]string{true: "b", false: "a"}[f.Fix != nil] }
	if err := text.Write(&buf, res, text.Options{Dir: dir, Section: section}); err != nil {
		t.Fatal(err)
	}
	got := buf.String()
	if i, j := strings.Index(got, "  a b,c:d.go:5:12  "), strings.Index(got, "\nb\n  a b,c:d.go:4:12  "); !strings.HasPrefix(got, "a\n") || i < 0 || j < i {
		t.Error(got)
	}
}

func TestMarkdownIsCut(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	for range 2000 {
		res.Findings = append(res.Findings, res.Findings[0])
	}
	got := write(t, "markdown", res, dir)
	if len(got) > 65_536 || !strings.Contains(got, "more findings are left out here") {
		t.Errorf("%d characters", len(got))
	}
}

func TestGitLabAndSonar(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	var issues []struct {
		Fingerprint, Severity string
		Location              struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal([]byte(write(t, "gitlab", res, dir)), &issues); err != nil {
		t.Fatal(err)
	}
	if len(issues) != 3 || issues[0].Severity != "critical" || issues[0].Location.Lines.Begin != 4 || issues[0].Fingerprint == issues[1].Fingerprint {
		t.Errorf("%+v", issues)
	}
	var report struct {
		Rules  []struct{ ID, EngineID string }
		Issues []struct {
			RuleID          string
			PrimaryLocation struct {
				FilePath  string
				TextRange struct{ StartLine, StartColumn, EndColumn int }
			}
		}
	}
	if err := json.Unmarshal([]byte(write(t, "sonar", res, dir)), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Rules) != 2 || len(report.Issues) != 3 || report.Issues[0].PrimaryLocation.TextRange.StartColumn != 11 {
		t.Errorf("%+v", report)
	}
}

// The JSON is what its schema says, whatever it holds.
func TestJSONSchema(t *testing.T) {
	t.Parallel()
	res, dir := sample(t)
	schema, err := os.ReadFile("../../docs/findings.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*driver.Result{"sample": res, "empty": {}} {
		if text := write(t, "json", r, dir); strings.Count(text, dir) != 1 {
			t.Errorf("%s: the root is not in it once, and nowhere else:\n%s", name, text)
		}
		got, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema), gojsonschema.NewStringLoader(write(t, "json", r, dir)))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range got.Errors() {
			t.Errorf("%s: %s", name, e)
		}
	}
}
