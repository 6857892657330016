package check

import (
	"fmt"
	"go/ast"
	"go/token"
	"runtime/debug"
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

// A Pass is what a check sees of one package. Its Report intentionally shadows that of
// analysis.Pass.
type Pass struct {
	*analysis.Pass
	Check  *Check
	shared *shared
}

// A Finding is one report of a check.
type Finding struct {
	// At is the tight range to mark: the call, the type, the keyword; never a body.
	At analysis.Range
	// Message says what is wrong with which of the user's names, and the
	// consequence. The engine appends the check's ID.
	Message string
	// Trace leads from cause to consequence in at most five hops.
	Trace []Hop
	// Run is all of an exploration's run of which Trace is the end.
	Run []Step
	// Doubts are what speaks against the finding; each lowers its confidence.
	Doubts []Doubt
	// Fix may be nil only when the finding cannot be fixed by an edit of At's file.
	Fix *edit.Fix
}

// Span returns the range of a comment or another thing that is no node.
func Span(start, end token.Pos) analysis.Range { return span{start, end} }

type span struct{ start, end token.Pos }

func (s span) Pos() token.Pos { return s.start }
func (s span) End() token.Pos { return s.end }

// A Hop is one step of a trace: a verb phrase about a position.
type Hop struct {
	Pos     token.Pos
	Message string
}

// A Step is one step of a run: what a goroutine does, or where it is finally blocked.
type Step struct {
	Hop
	Goroutine int    // by number
	Name      string // of the goroutine
	To        int    // the goroutine that it starts, or passes something to, -1 for none
	Blocked   bool
}

// PanicCategory marks the diagnostic that stands for a check which panicked.
const PanicCategory = "internal/panic"

// SuppressedMark begins the category of a finding that an ignore directive keeps
// back; its only related position carries the reason.
const SuppressedMark = "suppressed:"

// UntilCategory marks a diagnostic whose message is the date after which an ignore
// directive has expired.
const UntilCategory = "directive/until"

// shared is the state of one analyzer on one package.
type shared struct {
	*inputs
	pass *analysis.Pass
	opts *Options
	now  time.Time
	used []*directive.Directive
	out  []diagnostic
	told []told

	edits         map[*token.File]int // builders that checks have got
	forDevelopers bool                // what the package is for
	byHand        bool
	declared      declarations
}

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

func newShared(pass *analysis.Pass, o *Options) *shared {
	now, _ := o.now() // validated, as the next
	declared, _ := o.declared()
	return &shared{inputs: inputsOf(pass), pass: pass, opts: o, now: now, edits: make(map[*token.File]int), declared: declared, forDevelopers: isExample(pass), byHand: isByHand(pass)}
}

// runSafely runs the check and turns a panic into a diagnostic of its own, so
// that it costs this check on this package and nothing else. (An error return
// would make the go command believe that the package could not be imported.)
func (p *Pass) runSafely() {
	kept := len(p.shared.out)
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		p.shared.out = append(p.shared.out[:kept], diagnostic{Diagnostic: analysis.Diagnostic{
			Pos:      p.Files[0].Package,
			Category: PanicCategory,
			Message:  fmt.Sprintf("check %s failed on package %s: %v; the package was not checked for it%s", p.Check.ID(), p.Pkg.Path(), r, where(debug.Stack())),
		}})
	}()
	p.Check.Run(p)
}

// where returns the innermost frame of ours in a stack, which is what a bug
// report needs most.
func where(stack []byte) string {
	for line := range strings.Lines(string(stack)) {
		line = strings.TrimSpace(line)
		if i := strings.Index(line, "/analyzers/"); i >= 0 && strings.Contains(line, ".go:") {
			at, _, _ := strings.Cut(line[i+1:], " ")
			return " (" + at + ")"
		}
	}
	return ""
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

// tellRuns says of a program that it runs the process-wide lifecycle.
func (s *shared) tellRuns() {
	if s.opts.Record && s.pass.Pkg.Name() == "main" && signals.Of(s.pass).RunsProcess() {
		s.out = append(s.out, diagnostic{Diagnostic: analysis.Diagnostic{Pos: s.pass.Files[0].Package, Category: RunsCategory, Message: "runs lifecycle"}})
	}
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

// Lifecycle returns the import path of the runtime package that fixes use.
func (p *Pass) Lifecycle() string {
	if p.shared.opts.Lifecycle != "" {
		return p.shared.opts.Lifecycle
	}
	return RuntimePath
}

// Stdlib reports whether the user wants fixes without the runtime package,
// where there is such a form.
func (p *Pass) Stdlib() bool { return p.shared.opts.Fixes == "stdlib" }

// Version returns the language version of the file around pos, "" if unknown.
func (p *Pass) Version(pos token.Pos) string {
	if info := p.shared.files[p.Fset.File(pos)]; info != nil {
		return info.version
	}
	return ""
}

// Quiet reports whether nothing may be reported at pos: generated code, or a test file and
// a check that does not apply to tests. A check calls it before expensive work; Report
// calls it again.
func (p *Pass) Quiet(pos token.Pos) bool {
	info, opts := p.shared.files[p.Fset.File(pos)], p.shared.opts
	if info == nil || info.generated && (!opts.Generated || info.rewritten) {
		return true
	}
	return info.test && (opts.Tests == "none" || !p.Check.Tests && opts.Tests != "all")
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

// Edit returns a fix builder for the file around pos.
func (p *Pass) Edit(pos token.Pos) *edit.Builder {
	file := p.Fset.File(pos)
	b := edit.New(p.Pass, p.shared.files[file].ast).In(p.process())
	if p.shared.edits[file]++; p.shared.edits[file] > mostFixes {
		return b.Refuse("the file has too many findings")
	}
	return b
}

// process returns what fixes of the package can rely on.
func (p *Pass) process() edit.Process {
	known, program := signals.Of(p.Pass), p.Pkg.Name() == "main"
	return edit.Process{
		Runtime: p.Lifecycle(), Barred: p.Stdlib(),
		Runs: program && known.RunsProcess(),
		Ends: program && (known.Handled() || !known.MayServe()),
	}
}

// Directives returns the ignore directives of the package.
func (p *Pass) Directives() []*directive.Directive { return p.shared.directives }

// Now returns the time at which expiring directives are judged.
func (p *Pass) Now() time.Time { return p.shared.now }
