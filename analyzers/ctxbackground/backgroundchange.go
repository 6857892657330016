package ctxbackground

import (
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
)

var backgroundChange = &check.Check{
	Slug:       "background-change",
	Title:      "change gets a root context although the function has been given one",
	Severity:   check.Medium,
	Confidence: check.Doubtful, // about half of them are made on purpose to outlast the caller
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Run:        runBackgroundChange,
}

// runBackgroundChange reports what background-over-param leaves to it, because the work
// changes something that lasts:
//
//	func (h *handler) remove(w http.ResponseWriter, r *http.Request) {
//		err := h.nodes.Remove(context.Background(), r.FormValue("node"))
//
// A caller that has left must not keep the change from being made, or must: nothing here
// tells.
func runBackgroundChange(p *check.Pass) { overParams(p, true) }

// changes reports whether a function changes what outlives the process: one of another
// module if the catalog says so; one of the module itself going by its name, or because it
// calls what does and has nothing to tell but whether it failed.
func changes(p *check.Pass, fn *types.Func) bool {
	if fn == nil || !ofModule(p, fn) {
		return fn != nil && catalog.ForeignChanges[callmatch.Name(fn)]
	}
	tells := slices.ContainsFunc(slices.Collect(fn.Signature().Results().Variables()), func(v *types.Var) bool {
		return !callmatch.IsError(v.Type())
	})
	return catalog.ChangesWhatLasts(fn.Name()) || !tells && lasting.Of(p.Pass).Changes(fn)
}

// ofModule reports whether a function is of the module that is analyzed.
func ofModule(p *check.Pass, fn *types.Func) bool {
	return fn.Pkg() == p.Pkg || fn.Pkg() != nil && p.Module != nil && strings.HasPrefix(fn.Pkg().Path()+"/", p.Module.Path+"/")
}
