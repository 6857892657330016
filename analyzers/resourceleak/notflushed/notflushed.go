// Package notflushed is the check resourceleak/not-flushed: buffered writer is not flushed, and its
// last data are lost.
package notflushed

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed notflushed.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "not-flushed",
	Title:      "buffered writer is not flushed, and its last data are lost",
	Severity:   check.High,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	f, err := os.Create(path)
//	…
//	defer f.Close()
//	w := bufio.NewWriter(f)
//	fmt.Fprintln(w, report)
//	return nil // the end of the report is still in the buffer
//
// and what an object keeps in a field and its Close does not flush. Safe when each path that writes
// and succeeds flushes, or hands the writer on; a path that fails need not.
func run(p *check.Pass) {
	runBackground(p)
	sites := site.Find(p, func(fn *types.Func, _ *ast.CallExpr) bool { return catalog.Wrapped[callmatch.Name(fn)] != "" })
	if len(sites) == 0 {
		return
	}
	model, fields := resource.New(ssabuild.Of(p.Pass).Funcs), make(map[*types.Var]bool)
	for _, s := range sites {
		w := &writer{p: p, Site: s, end: catalog.Wrapped[callmatch.Name(s.Func)]}
		if addr := site.FieldOf(s.SSA); addr != nil {
			w.kept(addr, fields)
		} else {
			w.local(model)
		}
	}
}

// A writer is one that keeps what it is given until its end is called.
type writer struct {
	p *check.Pass
	*site.Site
	end string // the method that writes out the rest
}

// ends reports whether a method or function of that name writes out the rest, or gives the writer
// to another use. The Flush of an archive writes out no trailer.
func (w *writer) ends(name string) bool {
	return catalog.WritesOut[name] && !(catalog.WritesNoTrailer[name] && catalog.Trailers[callmatch.Name(w.Func)])
}

// local judges a writer in a variable, on the returns behind which nothing uses it.
func (w *writer) local(model *resource.Package) {
	name := w.Name(w.p, 0)
	if name == "" || name == "_" {
		return
	}
	value := resource.Result(w.SSA, 0)
	if value == nil {
		return
	}
	fate := model.Follow(&resource.Opening{At: w.SSA, Value: value, Ends: w.ends})
	fate.Leaks = slices.DeleteFunc(fate.Leaks, func(l resource.Leak) bool { return !w.loses(l, fate) })
	switch {
	case len(fate.Leaks) == 0 && len(fate.Closed) > 0:
		w.p.Safe(w.Call, name, verdict.Handled, fate.Closed[0].Pos())
	case len(fate.Leaks) == 0 && len(fate.Gone) > 0:
		w.p.Safe(w.Call, name, verdict.HandedOver, fate.Gone[0].Instr.Pos())
	case len(fate.Leaks) == 0:
	case len(fate.Closed) == 0 && len(fate.Gone) == 0:
		w.p.Report(check.Finding{
			At:      w.Call,
			Message: fmt.Sprintf("the end of what is written to %s is lost: nothing calls %s.%s", name, name, w.end),
			Trace:   []check.Hop{{Pos: w.Exits(w.p, fate)[0].At.Pos(), Message: "the function succeeds here"}},
			Fix:     w.Defer(w.p, name+"."+w.end+"()"),
		})
	default:
		w.exit(fate, name)
	}
}

// exit reports the first of the returns that leave something in the buffer.
func (w *writer) exit(fate *resource.Fate, name string) {
	exits := w.Exits(w.p, fate)
	w.p.Report(check.Finding{
		At:      exits[0].At,
		Message: fmt.Sprintf("the end of what is written to %s is lost: this return leaves without %s.%s", name, name, w.end),
		Trace:   []check.Hop{{Pos: w.Call.Pos(), Message: "the writer is made here"}},
		Fix:     w.Before(w.p, exits, name, name+"."+w.end+"()"),
	})
}

// loses reports whether something has been written on a path that succeeds.
func (w *writer) loses(leak resource.Leak, fate *resource.Fate) bool {
	ret, ok := leak.Exit.(*ssa.Return)
	if !ok {
		return len(fate.Closed) == 0 && used(resource.Result(w.SSA, 0), leak.Exit, make(map[ssa.Value]bool))
	}
	return succeeds(ret) && used(resource.Result(w.SSA, 0), leak.Exit, make(map[ssa.Value]bool))
}
