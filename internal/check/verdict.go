package check

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A Doubt is one reason to lower the confidence of a finding, and its place: the finding's own
// where nothing better is known.
type Doubt = verdict.DoubtAt

// Doubting returns one doubt, caused by the code at pos.
func Doubting(d *verdict.Doubt, pos token.Pos) Doubt { return d.At(pos) }

// Marks of the categories under which an analyzer with Record set emits what go vet does
// not show: the category is mark, ID and, of a finding, [TierMark] and its tier.
const (
	SafeMark       = "safe:"
	OutOfScopeMark = "scope:"
	TierMark       = "@"
)

// Marks of related positions that are no steps of a trace.
const (
	DoubtMark = "doubt:"
	ProofMark = "proof:"
	// RunMark begins a step of a run; the number and the name of its goroutine, the number of
	// the one that it leads to, whether it is blocked, and what it does follow, with tabs between
	// them.
	RunMark = "run:"
)

// LeftAloneCategory marks the diagnostic that says why a package was left alone.
const LeftAloneCategory = "package/left-alone"

// RunsCategory marks the diagnostic that says of a program that it runs the process-wide default
// of the runtime package, with the message RunsLifecycle, or that it could.
const (
	RunsCategory  = "package/runs-lifecycle"
	RunsLifecycle = "runs lifecycle"
)

// steps returns the run as related positions.
func (f *Finding) steps() []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for _, s := range f.Run {
		text := fmt.Sprintf("%s%d\t%s\t%d\t%t\t%s", RunMark, s.Goroutine, edit.OneLine(s.Name), s.To, s.Blocked, edit.OneLine(s.Message))
		list = append(list, analysis.RelatedInformation{Pos: s.Pos, Message: text})
	}
	return list
}

// Safe records that a candidate is safe, and the place that proves it. Only
// `lifecyclelint why` shows it.
func (p *Pass) Safe(at analysis.Range, subject string, proof *verdict.Proof, where token.Pos) {
	if !p.shared.opts.Record || p.Quiet(at.Pos()) {
		return
	}
	p.shared.out = append(p.shared.out, diagnostic{Diagnostic: analysis.Diagnostic{
		Pos: at.Pos(), End: at.End(), Category: SafeMark + p.Check.ID(), Message: subject,
		Related: []analysis.RelatedInformation{{Pos: where, Message: ProofMark + proof.ID}},
	}})
}

// NotExplored records that what happens in a function was not looked at to the end, and
// why.
func (p *Pass) NotExplored(at analysis.Range, what, why string) {
	if !p.Quiet(at.Pos()) {
		p.outOfScope(Finding{At: at, Message: what}, why)
	}
}

// outOfScope records that a finding does not count, and why.
func (p *Pass) outOfScope(f Finding, why string) {
	if !p.shared.opts.Record {
		return
	}
	p.shared.out = append(p.shared.out, diagnostic{Diagnostic: analysis.Diagnostic{
		Pos: f.At.Pos(), End: f.At.End(), Category: OutOfScopeMark + p.Check.ID(), Message: f.Message,
		Related: []analysis.RelatedInformation{{Pos: f.At.Pos(), Message: why}},
	}})
}

// tier returns the check's confidence, lowered by the doubts of f. It adds the doubts that
// any finding in this package has to f, and removes duplicates.
func (p *Pass) tier(f *Finding) verdict.Confidence {
	f.Doubts = append(f.Doubts, p.shared.rank(p.Check, f.At.Pos())...)
	f.Doubts = append(f.Doubts, p.callers(f.At.Pos())...)
	seen := make(map[*verdict.Doubt]bool)
	f.Doubts = slices.DeleteFunc(slices.Clone(f.Doubts), func(d Doubt) bool {
		again := seen[d.Doubt]
		seen[d.Doubt] = true
		return again
	})
	return verdict.Lower(p.Check.Tier(), verdict.Kinds(f.Doubts))
}

// rank returns the doubts that come from what the package is for.
func (s *shared) rank(c *Check, at token.Pos) []Doubt {
	switch {
	case s.forDevelopers:
		return []Doubt{verdict.Developers.At(at)}
	case standsIn(s.pass.Fset.Position(at).Filename):
		return []Doubt{verdict.StandsIn.At(at)}
	case s.byHand && !c.anyProgram:
		return []Doubt{verdict.ByHand.At(at)}
	}
	return nil
}

// reported reports whether findings of this tier are wanted.
func (s *shared) reported(tier verdict.Confidence) bool {
	least, _ := verdict.Parse(s.opts.Confidence) // validated
	return s.opts.Record || tier.AtLeast(least)
}

// doubts are the related positions that carry the doubts of f to the driver.
func (f *Finding) doubts() []analysis.RelatedInformation {
	var list []analysis.RelatedInformation
	for _, d := range f.Doubts {
		list = append(list, analysis.RelatedInformation{Pos: d.Pos, Message: DoubtMark + d.ID})
	}
	return list
}

// suffix names the check, and of a finding of low confidence why it is no more.
func (p *Pass) suffix(f *Finding, tier verdict.Confidence) string {
	if p.shared.opts.Record || tier != verdict.Low {
		return " (" + p.Check.ID() + ")"
	}
	why := strings.TrimSpace(verdict.Sentences(verdict.Kinds(f.Doubts)))
	if why != "" {
		why = ": " + why
	}
	return " (" + p.Check.ID() + ", low confidence" + why + ")"
}
