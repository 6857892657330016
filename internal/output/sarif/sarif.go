// Package sarif writes findings as SARIF 2.1.0, as GitHub code scanning wants
// it: a one-line primary region, the check's page as help, line hashes by which
// an alert is followed through edits, and neither empty strings nor nulls.
package sarif

import (
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// ranks are how sure a result is, from 0 to 100.
var ranks = map[verdict.Confidence]float64{verdict.High: 90, verdict.Medium: 60, verdict.Low: 30}

// Write writes one log with one run.
func Write(w io.Writer, res *driver.Result, dir string) error {
	b := &builder{dir: dir, failOn: res.FailOn, files: make(map[string]*source)}
	all := slices.Concat(res.Findings, res.Suppressed)
	rules, err := b.rules(all)
	if err != nil {
		return err
	}
	results := []result{}
	for _, f := range all {
		results = append(results, b.result(f))
	}
	r := run{
		Tool:    tool{component{"lifecyclelint", "https://github.com/lifecyclelint/lifecyclelint", rules}},
		Results: results,
		Columns: "utf16CodeUnits",
	}
	inv := invocation{Successful: len(res.Problems) == 0}
	for _, p := range driver.Fold(res.Problems) {
		inv.Notifications = append(inv.Notifications, notification{"error", message{Text: finding.Printable(p.Package + ": " + p.Message)}})
	}
	r.Invocations = []invocation{inv}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(log{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []run{r}})
}

type builder struct {
	dir    string
	failOn finding.FailOn
	index  map[string]int
	files  map[string]*source
}

// source is what is needed of a file: its text, its lines, and their hashes.
type source struct {
	text          []byte
	lines, hashes []string
}

// rules describes the checks that have findings, in the order of the suite.
func (b *builder) rules(list []finding.Finding) ([]rule, error) {
	b.index = make(map[string]int)
	rules := []rule{}
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			if !slices.ContainsFunc(list, func(f finding.Finding) bool { return f.ID == c.ID() }) {
				continue
			}
			page, err := c.Page()
			if err != nil {
				return nil, err
			}
			b.index[c.ID()] = len(rules)
			rules = append(rules, rule{
				ID: c.ID(), Name: c.Word(), Short: message{Text: c.Title}, Help: help{page, page}, URI: c.URL(),
				Default:    configuration{b.failOn.Level(c.Tier()).String()},
				Properties: properties{Tags: []string{"reliability", c.Analyzer}, Precision: precision(c.Confidence)},
			})
		}
	}
	if slices.ContainsFunc(list, func(f finding.Finding) bool { return f.ID == finding.BlockedID }) {
		b.index[finding.BlockedID] = len(rules)
		text := "Profiles of running processes show goroutines that are stuck there, and no check has a finding that says so."
		rules = append(rules, rule{
			ID: finding.BlockedID, Name: "blocked", Short: message{Text: "goroutines are stuck"}, Help: help{text, text}, URI: finding.BlockedURL,
			Default: configuration{finding.Error.String()}, Properties: properties{Tags: []string{"reliability"}, Precision: "very-high"},
		})
	}
	return rules, nil
}

func precision(c check.Confidence) string {
	if c == check.Certain {
		return "very-high"
	}
	return "high"
}

func (b *builder) result(f finding.Finding) result {
	r := result{
		RuleID: f.ID, RuleIndex: b.index[f.ID], Level: b.failOn.Of(&f).String(),
		Message: message{Text: finding.Printable(f.Text())},
		Rank:    cmp.Or(f.Rank, ranks[f.Confidence]), Properties: judgement{f.Confidence, f.Truth, f.Severity, nil},
		Locations: []location{b.location(f.File, f.Start, f.End)},
		Partial:   map[string]string{"lifecyclelint/v1": f.Fingerprint},
	}
	if hashes := b.source(f.File).hashes; f.Start.Line >= 1 && f.Start.Line <= len(hashes) {
		r.Partial["primaryLocationLineHash"] = hashes[f.Start.Line-1]
	}
	for _, d := range f.Doubts {
		r.Properties.Doubts = append(r.Properties.Doubts, doubt{d.ID, d.Sentence})
	}
	for i, hop := range f.Trace {
		l := b.location(hop.File, hop.At, hop.At)
		l.ID, l.Message = i+1, &message{Text: finding.Printable(hop.Message)}
		r.Related = append(r.Related, l)
	}
	r.CodeFlows = b.flows(f.Run)
	if f.Fix != nil {
		r.Fixes = b.fix(f)
	}
	if s := f.Suppression; s != nil {
		kind := "external"
		if s.InSource {
			kind = "inSource"
		}
		r.Suppressions = []suppression{{kind, finding.Printable(s.Reason)}}
	}
	return r
}

// flows returns a run, each goroutine as a thread.
func (b *builder) flows(run []finding.Step) []codeFlow {
	if len(run) == 0 {
		return nil
	}
	flow := codeFlow{Message: message{Text: "an order of events in which goroutines block forever"}}
	threads := make(map[int]int)
	for i, step := range run {
		at, known := threads[step.Goroutine]
		if !known {
			at = len(flow.Threads)
			threads[step.Goroutine] = at
			flow.Threads = append(flow.Threads, threadFlow{ID: strconv.Itoa(step.Goroutine), Message: message{Text: finding.Printable(step.Name)}})
		}
		l := b.location(step.File, step.At, step.At)
		l.Message = &message{Text: finding.Printable(step.Message)}
		importance := "important"
		if step.Blocked {
			importance = "essential"
		}
		flow.Threads[at].Locations = append(flow.Threads[at].Locations, flowLocation{l, i + 1, importance})
	}
	return []codeFlow{flow}
}

func (b *builder) artifact(file string) artifact {
	rel := finding.Rel(b.dir, file)
	if strings.HasPrefix(rel, "/") {
		return artifact{URI: (&url.URL{Scheme: "file", Path: rel}).String()}
	}
	return artifact{URI: (&url.URL{Path: rel}).String(), Base: "%SRCROOT%"}
}

// location has a region of one line: GitHub marks nothing for longer ones.
func (b *builder) location(file string, start, end finding.Position) location {
	r := region{StartLine: start.Line, StartColumn: b.column(file, start)}
	if end.Line == start.Line && end.Column > start.Column {
		r.EndLine, r.EndColumn = end.Line, b.column(file, end)
	}
	return location{Physical: physical{b.artifact(file), r}}
}

func (b *builder) fix(f finding.Finding) []fix {
	c := change{Artifact: b.artifact(f.File)}
	for _, e := range driver.Exact(b.source(f.File).text, f.Fix.Edits) {
		r := replacement{Deleted: deleted{e.Start, e.End - e.Start}}
		if e.New != "" {
			r.Inserted = &content{e.New}
		}
		c.Replacements = append(c.Replacements, r)
	}
	return []fix{{message{Text: finding.Printable(f.Fix.Title)}, []change{c}}}
}

func (b *builder) source(file string) *source {
	src, ok := b.files[file]
	if !ok {
		text, _ := os.ReadFile(file) // a deleted file has no lines
		src = &source{text, strings.Split(string(text), "\n"), LineHashes(string(text))}
		b.files[file] = src
	}
	return src
}

// column returns a column in UTF-16 code units, which is how SARIF counts.
func (b *builder) column(file string, p finding.Position) int {
	lines := b.source(file).lines
	if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column-1 > len(lines[p.Line-1]) {
		return p.Column
	}
	return len(utf16.Encode([]rune(lines[p.Line-1][:p.Column-1]))) + 1
}
