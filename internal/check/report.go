package check

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/directive"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/goversion"
	"github.com/lifecyclelint/lifecyclelint/internal/place"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// SuppressedMark begins the category of a finding that an ignore directive keeps
// back; its only related position carries the reason.
const SuppressedMark = "suppressed:"

// UntilCategory marks a diagnostic whose message is the date after which an ignore
// directive has expired.
const UntilCategory = "directive/until"

// told is the place of a finding, reported or not.
type told struct {
	check  *Check
	pos    token.Pos
	tier   verdict.Confidence
	ranked bool // a doubt says that it costs little
}

type diagnostic struct {
	analysis.Diagnostic
	imports string
	tier    verdict.Confidence // of a finding
}

// Report files a finding, unless its place, a directive or an option says no, or it is in
// a fault that tests inject.
func (p *Pass) Report(f Finding) {
	if p.Quiet(f.At.Pos()) || !goversion.AtLeast(p.Version(f.At.Pos()), p.Check.MinGo) {
		return
	}
	switch {
	case p.excused(f):
		p.outOfScope(f, "the configuration says of a function there that it takes care of this")
		return
	case p.injected(f.At.Pos()):
		p.outOfScope(f, "a fault that tests inject")
		return
	}
	posn := p.Fset.Position(f.At.Pos())
	if skip := p.shared.opts.Skip; skip != nil && skip(p.Check.IDs(), posn.Filename) {
		return
	}
	ignored := directive.Covering(p.shared.directives, p.Check.IDs(), posn.Filename, posn.Line, p.shared.now)
	p.shared.used = append(p.shared.used, ignored...)
	tier := p.tier(&f)
	p.shared.told = append(p.shared.told, told{p.Check, f.At.Pos(), tier, verdict.Rank(verdict.Kinds(f.Doubts)) != verdict.High})
	if !p.shared.reported(tier) || len(ignored) > 0 && !p.shared.opts.Record {
		return
	}
	d := diagnostic{tier: tier, Diagnostic: analysis.Diagnostic{
		Pos:      f.At.Pos(),
		End:      f.At.End(),
		Category: p.Check.ID(),
		Message:  place.Below(p.Pass, edit.OneLine(f.Message)) + p.suffix(&f, tier),
		URL:      p.Check.URL(),
	}}
	if p.shared.opts.Record {
		d.Category += TierMark + string(tier)
	}
	if !p.shared.opts.NoTrace {
		for _, hop := range f.Trace {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: hop.Pos, Message: place.Below(p.Pass, edit.OneLine(hop.Message))})
		}
	}
	if p.shared.opts.Record {
		d.Related = append(d.Related, slices.Concat(f.doubts(), f.steps())...)
	}
	if len(ignored) > 0 {
		d.Category = SuppressedMark + d.Category
		d.Related = append(f.doubts(), analysis.RelatedInformation{Pos: f.At.Pos(), Message: ignored[0].Reason})
		p.shared.out = append(p.shared.out, d)
		return
	}
	if fix := f.Fix; fix != nil && !p.shared.files[p.Fset.File(f.At.Pos())].generated && (fix.Changes == "" || p.shared.opts.Suggested) {
		d.SuggestedFixes = []analysis.SuggestedFix{fix.Suggested()}
		d.imports = fix.Import
	}
	p.shared.out = append(p.shared.out, d)
}

// tellDates reports the dates of the directives if they are not judged here.
func (s *shared) tellDates() {
	for _, d := range s.directives {
		if s.opts.Today == NoDay && d.Err == nil && !d.Until.IsZero() {
			s.out = append(s.out, diagnostic{Diagnostic: analysis.Diagnostic{
				Pos: d.Pos, End: d.End, Category: UntilCategory, Message: d.Until.Format(time.DateOnly),
			}})
		}
	}
}

// tellLeftAlone says of a package for developers that nothing is reported there.
func (s *shared) tellLeftAlone() {
	if s.opts.Record && s.forDevelopers {
		s.out = append(s.out, diagnostic{Diagnostic: analysis.Diagnostic{
			Pos: s.pass.Files[0].Package, Category: LeftAloneCategory, Message: verdict.Developers.Sentence,
		}})
	}
}

// tellRuns says of a program that it runs the process-wide lifecycle, or that it ends by itself, and can shut it down then.
func (s *shared) tellRuns() {
	if !s.opts.Record || s.pass.Pkg.Name() != "main" {
		return
	}
	message, known := "", signals.Of(s.pass)
	switch {
	case known.RunsProcess():
		message = RunsLifecycle
	case known.Handled() || !known.MayServe():
		message = "can run lifecycle"
	default:
		return
	}
	s.out = append(s.out, diagnostic{Diagnostic: analysis.Diagnostic{Pos: s.pass.Files[0].Package, Category: RunsCategory, Message: message}})
}

// flush files the diagnostics in an order that depends on the source alone:
// first by the import their fix adds, because drivers merge only neighbouring
// identical edits, then by position.
func (s *shared) flush() {
	slices.SortStableFunc(s.out, func(a, b diagnostic) int {
		if c := strings.Compare(a.imports, b.imports); c != 0 {
			return c
		}
		if a.Pos != b.Pos {
			return int(a.Pos - b.Pos)
		}
		if a.Message == b.Message && a.tier != b.tier { // of one that is made twice, the surer counts
			return b.tier.Compare(a.tier)
		}
		return strings.Compare(a.Category, b.Category)
	})
	for i, d := range s.out {
		if i > 0 && d.Pos == s.out[i-1].Pos && d.Message == s.out[i-1].Message && (d.tier == "") == (s.out[i-1].tier == "") {
			continue
		}
		s.pass.Report(d.Diagnostic)
	}
}

// mostFixes is how many fixes an analyzer builds for one file. Each is tried on the
// whole file; a generated one with thousands of findings gets the rest when the
// first have been applied.
const mostFixes = 100

// Reported reports whether a check of this analyzer has a finding on the line of pos, be it one
// that its rank keeps from being reported by default.
func (p *Pass) Reported(pos token.Pos) bool {
	at := p.Fset.Position(pos)
	return slices.ContainsFunc(p.shared.told, func(t told) bool {
		posn := p.Fset.Position(t.pos)
		return (t.ranked || t.tier.AtLeast(verdict.Medium)) && posn.Line == at.Line && posn.Filename == at.Filename
	})
}

// ReportedLow reports whether a check of this analyzer has a finding of any confidence on the
// line of pos.
func (p *Pass) ReportedLow(pos token.Pos) bool {
	at := p.Fset.Position(pos)
	return slices.ContainsFunc(p.shared.told, func(t told) bool {
		posn := p.Fset.Position(t.pos)
		return t.tier.AtLeast(verdict.Low) && posn.Line == at.Line && posn.Filename == at.Filename
	})
}

// ToldWithin reports whether Told holds for a finding inside n: of this check, or of any of
// the analyzer.
func (p *Pass) ToldWithin(n ast.Node, any bool) bool {
	return n != nil && slices.ContainsFunc(p.shared.told, func(t told) bool {
		return (any || t.check == p.Check) && (t.ranked || t.tier.AtLeast(verdict.Medium)) && n.Pos() <= t.pos && t.pos < n.End()
	})
}
