package check

import (
	"fmt"
	"go/token"
	"go/types"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/directive"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
)

// A Pass is what a check sees of one package. Its Report intentionally shadows that of
// analysis.Pass.
type Pass struct {
	*analysis.Pass
	Check  *Check
	shared *shared
}

// PanicCategory marks the diagnostic that stands for a check which panicked.
const PanicCategory = "internal/panic"

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
	defer p.release()
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

// An exclusive result is used by one analyzer at a time: it acquires the result in a check, which holds it until
// the check returns.
type exclusive interface{ Release(*analysis.Analyzer) }

func (p *Pass) release() {
	for _, result := range p.ResultOf {
		if r, ok := result.(exclusive); ok {
			r.Release(p.Analyzer)
		}
	}
}

// where returns the innermost frame of ours in a stack, this package apart: that of a check or of an
// engine, which is what a bug report needs most.
func where(stack []byte) string {
	ours := false
	for line := range strings.Lines(string(stack)) {
		at, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if ours {
			for _, dir := range []string{"/analyzers/", "/internal/"} {
				if i := strings.LastIndex(at, dir); i >= 0 {
					return " (" + at[i+1:] + ")"
				}
			}
		}
		name, isOurs := strings.CutPrefix(at, "github.com/lifecyclelint/lifecyclelint/")
		ours = isOurs && !strings.HasPrefix(name, "internal/check.")
	}
	return ""
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

// Plain reports whether a fix takes the form without the runtime package where that is a statement or a select: the
// user wants no other, or nothing in the package imports it yet, and a new dependency is more than the edit is worth.
func (p *Pass) Plain() bool {
	return p.Stdlib() || !slices.ContainsFunc(p.Pkg.Imports(), func(pkg *types.Package) bool { return pkg.Path() == p.Lifecycle() })
}

// PlainUntil is [Pass.Plain] for what ends with ctx, which needs the runtime package where it is the process's.
func (p *Pass) PlainUntil(ctx string) bool {
	return p.Stdlib() || p.Plain() && !strings.HasSuffix(ctx, ".Context()")
}

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
