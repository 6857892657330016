package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/model"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// The vet tool's JSON: package ID → analyzer → diagnostics, or an error object.
type (
	unit       map[string]map[string]json.RawMessage
	diagnostic struct {
		Category string `json:"category"`
		Posn     string `json:"posn"`
		End      string `json:"end"`
		Message  string `json:"message"`
		Fixes    []struct {
			Message string `json:"message"`
			Edits   []struct {
				Filename   string `json:"filename"`
				Start, End int
				New        string `json:"new"`
			} `json:"edits"`
		} `json:"suggested_fixes"`
		Related []struct {
			Posn    string `json:"posn"`
			Message string `json:"message"`
		} `json:"related"`
	}
)

func decode(r io.Reader, started time.Time, cfg Config, pkgs map[string]pkg, res *Result) error {
	checks := make(map[string]*check.Check)
	for _, a := range analyzers.New(check.Options{}) {
		for _, c := range a.Checks {
			checks[c.ID()] = c
		}
	}
	units, done := make(unit), make(map[string]bool)
	dec := json.NewDecoder(r)
	for {
		var u unit
		if err := dec.Decode(&u); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		for id, byAnalyzer := range u {
			p, asked := packageOf(id, pkgs)
			if !asked {
				continue
			}
			if _, better := units[id][check.TestedAnalyzer]; !better {
				units[id] = byAnalyzer
			}
			if cfg.Progress != nil {
				if t, ok := timing(byAnalyzer[check.TimedAnalyzer]); ok {
					cfg.Progress.Unit(unitName(id, byAnalyzer), t.Took, t.End.Before(started))
				}
				if !done[p.path] && !res.units[p.path] { // a package may be run again without its tests
					cfg.Progress.Done()
				}
			}
			done[p.path] = true
		}
	}
	if res.units == nil {
		res.units = make(map[string]bool)
	}
	for id, byAnalyzer := range units {
		path, _, _ := strings.Cut(id, " [")
		res.units[path] = true
		if _, ok := byAnalyzer[check.TestedAnalyzer]; ok { // the ID may be that without tests
			res.units[tested(path)] = true
		}
		if t, ok := timing(byAnalyzer[check.TimedAnalyzer]); ok {
			p, _ := packageOf(id, pkgs)
			res.Times.add(p.path, t)
		}
		delete(byAnalyzer, check.TestedAnalyzer)
		delete(byAnalyzer, check.TimedAnalyzer)
		for name, raw := range byAnalyzer {
			if err := res.addDiagnostics(id, name, raw, pkgs, checks); err != nil {
				return err
			}
		}
	}
	return nil
}

// unitName returns the displayed name of a package or test variant: the go command gives
// both the same.
func unitName(id string, byAnalyzer map[string]json.RawMessage) string {
	if _, ok := byAnalyzer[check.TestedAnalyzer]; ok && !strings.Contains(id, " [") {
		return id + " with its tests"
	}
	return id
}

func (res *Result) addDiagnostics(id, analyzer string, raw json.RawMessage, pkgs map[string]pkg, checks map[string]*check.Check) error {
	p, _ := packageOf(id, pkgs)
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		var failure struct {
			Error string `json:"error"`
		}
		if err := json.Unmarshal(raw, &failure); err != nil {
			return err
		}
		res.Problems = append(res.Problems, Problem{p.path, analyzer + ": " + failure.Error})
		return nil
	}
	var list []diagnostic
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for _, d := range list {
		if d.Category == service.Category || d.Category == service.OtherCategory {
			if err := res.addAudit(d, pkgs); err != nil {
				return err
			}
			continue
		}
		if d.Category == model.Category {
			if err := res.addModel(d, p); err != nil {
				return err
			}
			continue
		}
		if d.Category == check.UntilCategory {
			until, err := time.Parse(time.DateOnly, d.Message)
			if err != nil {
				return err
			}
			res.untils = append(res.untils, until)
			continue
		}
		if d.Category == check.LeftAloneCategory {
			res.LeftAlone = append(res.LeftAlone, p.path)
			continue
		}
		if d.Category == check.RunsCategory {
			if d.Message == check.RunsLifecycle {
				res.runsLifecycle(p.path)
			} else {
				res.canRun = append(res.canRun, p.path)
			}
			continue
		}
		cand, ok := newCandidate(d, checks, p)
		if !ok { // a check that panicked
			res.Problems = append(res.Problems, Problem{p.path, d.Message})
			continue
		}
		res.Candidates = append(res.Candidates, cand)
	}
	return nil
}

// packageOf maps the ID of a package or of its test variants, "p [p.test]", "p_test"
// and "p_test [p.test]", to the package. It reports whether the package was asked for:
// the tool speaks of dependencies too.
func packageOf(id string, pkgs map[string]pkg) (pkg, bool) {
	path, variant, ok := strings.Cut(id, " [")
	if p, known := pkgs[path]; known {
		return p, true
	}
	if p, known := pkgs[strings.TrimSuffix(path, "_test")]; known {
		return p, true
	}
	if ok {
		if p, known := pkgs[strings.TrimSuffix(variant, ".test]")]; known {
			return p, true
		}
	}
	return pkg{path: path}, false
}

// newCandidate reads what an analyzer says of one candidate. It reports false when
// the category names no check.
func newCandidate(d diagnostic, checks map[string]*check.Check, p pkg) (finding.Candidate, bool) {
	cand := finding.Candidate{Verdict: finding.Found}
	category, suppressed := strings.CutPrefix(d.Category, check.SuppressedMark)
	if rest, ok := strings.CutPrefix(category, check.SafeMark); ok {
		category, cand.Verdict = rest, finding.Safe
	} else if rest, ok := strings.CutPrefix(category, check.OutOfScopeMark); ok {
		category, cand.Verdict = rest, finding.OutOfScope
	}
	id, tier, _ := strings.Cut(category, check.TierMark)
	c := checks[id]
	if c == nil {
		return cand, false
	}
	cand.Finding = newFinding(d, c, p)
	related(&cand, d, p, suppressed)
	if cand.Verdict == finding.Found {
		judge(&cand.Finding, c, verdict.Confidence(tier))
	}
	if suppressed {
		cand.Suppression = &finding.Suppression{InSource: true, Reason: cand.Reason}
		cand.Trace = nil
	}
	return cand, true
}

// related adds the related positions: doubts, the proof, the reason; the others are the
// trace.
func related(cand *finding.Candidate, d diagnostic, p pkg, suppressed bool) {
	for _, r := range d.Related {
		file, at := p.position(r.Posn)
		if id, ok := strings.CutPrefix(r.Message, check.DoubtMark); ok {
			if kind := verdict.DoubtByID(id); kind != nil {
				cand.Doubts = append(cand.Doubts, finding.Doubt{ID: id, Sentence: kind.Sentence, File: file, At: at})
			}
		} else if id, ok := strings.CutPrefix(r.Message, check.ProofMark); ok {
			if kind := verdict.ProofByID(id); kind != nil {
				cand.Proof = &finding.Doubt{ID: id, Sentence: kind.Sentence, File: file, At: at}
			}
		} else if text, ok := strings.CutPrefix(r.Message, check.RunMark); ok {
			if step, ok := newStep(text); ok && !suppressed {
				step.File, step.At = file, at
				cand.Run = append(cand.Run, step)
			}
		} else if suppressed || cand.Verdict == finding.OutOfScope {
			cand.Reason = r.Message
		} else {
			cand.Trace = append(cand.Trace, finding.Hop{File: file, At: at, Message: r.Message})
		}
	}
}

// newStep reads a step of a run.
func newStep(text string) (finding.Step, bool) {
	parts := strings.SplitN(text, "\t", 5)
	if len(parts) < 5 {
		return finding.Step{}, false
	}
	n, err := strconv.Atoi(parts[0])
	step := finding.Step{Goroutine: n, Name: parts[1], Hop: finding.Hop{Message: parts[4]}, Blocked: parts[3] == "true"}
	if to, err := strconv.Atoi(parts[2]); err == nil && to >= 0 {
		step.To = &to
	}
	return step, err == nil
}

// judge sets what the doubts leave of a finding: the tier it is in, how likely it is
// so, and what it costs.
func judge(f *finding.Finding, c *check.Check, tier verdict.Confidence) {
	f.Confidence = tier
	var truth, all []*verdict.Doubt
	for _, d := range f.Doubts {
		kind := verdict.DoubtByID(d.ID)
		all = append(all, kind)
		if !kind.Rank {
			truth = append(truth, kind)
		}
	}
	f.Truth = verdict.Lower(c.Tier(), truth)
	switch rank := verdict.Rank(all); {
	case rank == verdict.Medium && f.Severity == check.High:
		f.Severity = check.Medium
	case !rank.AtLeast(verdict.Medium):
		f.Severity = check.Low
	}
}

func newFinding(d diagnostic, c *check.Check, p pkg) finding.Finding {
	f := finding.Finding{
		ID: c.ID(), IDs: c.IDs(), Severity: c.Severity, URL: c.URL(),
		Package: p.path,
		Message: strings.TrimSuffix(d.Message, " ("+c.ID()+")"),
	}
	f.File, f.Start = p.position(d.Posn)
	_, f.End = p.position(d.End)
	if len(d.Fixes) > 0 {
		fix := &finding.Fix{Title: d.Fixes[0].Message, Safe: !strings.Contains(d.Fixes[0].Message, edit.ChangesMark)}
		for _, e := range d.Fixes[0].Edits {
			fix.Edits = append(fix.Edits, finding.Edit{File: p.file(e.Filename), Start: e.Start, End: e.End, New: e.New})
		}
		f.Fix = fix
	} else {
		f.Unfixed = c.Unfixed()
	}
	return f
}

// file maps a file name of the tool's output to this checkout: a cached result
// may carry the paths of another one.
func (p pkg) file(name string) string {
	if p.dir == "" {
		return name
	}
	return filepath.Join(p.dir, filepath.Base(name))
}

// position parses "file:line:column".
func (p pkg) position(posn string) (string, finding.Position) {
	rest, column := cutLast(posn)
	name, line := cutLast(rest)
	return p.file(name), finding.Position{Line: line, Column: column}
}

func cutLast(s string) (string, int) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil {
		return s, 0
	}
	return s[:i], n
}
