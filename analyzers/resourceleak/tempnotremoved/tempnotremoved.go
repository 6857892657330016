// Package tempnotremoved is the check resourceleak/temp-not-removed: temporary file or directory is
// not removed.
package tempnotremoved

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed tempnotremoved.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "temp-not-removed",
	Title:      "temporary file or directory is not removed",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	f, err := os.CreateTemp("", "upload-*")
//	…
//	if _, err := io.Copy(f, r.Body); err != nil {
//		return err // the file stays
//	}
//	return os.Rename(f.Name(), target)
//
// and what nothing removes at all, also where a function of the package returns the name. Safe when
// each path removes it, by a deferred call or by a function that gets it, or passes it on: to a
// caller, a field, a goroutine.
func run(p *check.Pass) {
	f := &finder{p: p, own: make(map[*types.Func]string), seen: make(map[*ssa.Call]bool)}
	for f.again() {
	}
}

// A finder finds what makes something temporary, by the catalog and by the package's own functions that
// return its name.
type finder struct {
	p     *check.Pass
	model *resource.Package
	own   map[*types.Func]string // what removes it
	seen  map[*ssa.Call]bool
}

// again looks for calls that were not known to make something temporary before, and reports whether
// they make more functions known.
func (f *finder) again() bool {
	known := len(f.own)
	sites := site.Find(f.p, func(fn *types.Func, _ *ast.CallExpr) bool { return f.remover(fn) != "" })
	if len(sites) > 0 && f.model == nil {
		f.model = resource.New(ssabuild.Of(f.p.Pass).Funcs)
	}
	for _, s := range sites {
		if !f.seen[s.SSA] {
			f.seen[s.SSA] = true
			f.follow(s)
		}
	}
	return len(f.own) > known
}

func (f *finder) remover(fn *types.Func) string {
	if by := catalog.Temporary[callmatch.Name(fn)]; by != "" {
		return by
	}
	return f.own[fn.Origin()]
}

func (f *finder) follow(s *site.Site) {
	value, name := resource.Result(s.SSA, 0), s.Name(f.p, 0)
	if value == nil || name == "" || name == "_" {
		return
	}
	t := &temporary{p: f.p, Case: site.Case{Site: s, Name: name}, by: f.remover(s.Func), value: value}
	t.Fate = f.model.Follow(&resource.Opening{At: s.SSA, Value: value, Err: resource.Error(s.SSA), Ends: catalog.RemovesTemporary, Named: "Name"})
	if fn, ok := s.SSA.Parent().Object().(*types.Func); ok && t.returned() {
		f.own[fn.Origin()] = t.by
	}
	t.judge()
}

// A temporary is a temporary file or directory.
type temporary struct {
	site.Case
	p     *check.Pass
	by    string // what removes it
	value ssa.Value
}

func (t *temporary) judge() {
	fate := t.Fate
	switch {
	case len(fate.Leaks) == 0 && len(fate.Closed) > 0:
		t.p.Safe(t.Call, t.Name, verdict.Handled, fate.Closed[0].Pos())
	case len(fate.Leaks) == 0 && len(fate.Gone) > 0:
		t.p.Safe(t.Call, t.Name, verdict.HandedOver, fate.Gone[0].Instr.Pos())
	case len(fate.Leaks) == 0:
	case len(fate.Closed) == 0 && len(fate.Gone) == 0:
		t.p.Report(check.Finding{
			At:      t.Call,
			Message: fmt.Sprintf("temporary files pile up: nothing removes %s, made here", t.Name),
			Doubts:  append(t.Rank(t.p), t.given()...),
			Fix:     t.fix(),
		})
	default:
		t.exit()
	}
}

// exit reports the first of the returns that leave it behind.
func (t *temporary) exit() {
	exits := t.Exits(t.p, t.Fate)
	f := check.Finding{
		At:      exits[0].At,
		Message: fmt.Sprintf("temporary files pile up: this return leaves %s, made at %s", t.Name, t.p.Where(t.Call.Pos(), exits[0].At.Pos())),
		Trace:   []check.Hop{{Pos: t.Call.Pos(), Message: "made here"}},
		Doubts:  append(t.Rank(t.p), t.given()...),
	}
	if exits[0].Loop {
		f.Message = fmt.Sprintf("temporary files pile up: a pass of the loop leaves %s, made here", t.Name)
	}
	for _, other := range exits[1:min(len(exits), 4)] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.At.Pos(), Message: "left here as well"})
	}
	t.p.Report(f)
}
