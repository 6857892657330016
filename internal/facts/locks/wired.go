package locks

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/lockset"
	"github.com/lifecyclelint/lifecyclelint/internal/lockuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// wired returns the orders that the package makes of calls of interfaces under locks, which other packages do: it
// puts values into these interfaces whose methods acquire locks.
//
//	desk := lending.NewDesk(office) // calls office.Valid under Desk.mu, which acquires Office.mu
func wired(pass *analysis.Pass, open []Call, model func() *lockset.Package) []lockuse.Edge {
	if len(open) == 0 {
		return nil
	}
	byInterface := make(map[string][]Call)
	for _, c := range open {
		byInterface[c.Interface] = append(byInterface[c.Interface], c)
	}
	types := make(map[string]map[string]bool) // by interface
	var list []lockuse.Edge
	for _, fn := range ssabuild.Of(pass).Funcs {
		if strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go") {
			continue
		}
		for instr := range ssaflow.Instrs(fn) {
			put, ok := instr.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			name, value := callmatch.TypeName(put.Type()), callmatch.TypeName(callmatch.Deref(put.X.Type()))
			if none, ok := put.X.(*ssa.Const); ok && none.IsNil() || byInterface[name] == nil || types[name][value] {
				continue // each type once
			}
			if types[name] == nil {
				types[name] = make(map[string]bool)
			}
			types[name][value] = true
			for _, c := range byInterface[name] {
				list = append(list, edgesOf(pass, model(), c, put, value)...)
			}
		}
	}
	for i := range list {
		list[i].Wiring.Others = len(types[list[i].Wiring.Interface]) > 1
	}
	return list
}

// edgesOf returns the orders of one call with the value that is put into its interface.
func edgesOf(pass *analysis.Pass, model *lockset.Package, c Call, put *ssa.MakeInterface, value string) (list []lockuse.Edge) {
	obj, _, _ := types.LookupFieldOrMethod(put.X.Type(), true, pass.Pkg, c.Method)
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	for _, key := range takenBy(pass, model, fn.Origin()) {
		if key == c.From {
			continue
		}
		list = append(list, lockuse.Edge{
			From: c.From, To: key, Reads: [2]bool{c.Read, false}, Gates: c.Gates, Elsewhere: c.At,
			Wiring: lockuse.Wiring{Pos: wiredAt(put), Interface: c.Interface, Type: value, Method: c.Method},
		})
	}
	return list
}

// takenBy returns the keys of the locks that a function acquires, itself or, of its receiver, in what it calls.
func takenBy(pass *analysis.Pass, model *lockset.Package, fn *types.Func) []string {
	var fact Summary
	switch {
	case fn.Pkg() != pass.Pkg:
		pass.ImportObjectFact(fn, &fact)
	case model != nil && model.ByObject[fn] != nil:
		fact.Summary = model.ByObject[fn].Summary
	}
	keys := slices.Clone(fact.Takes)
	for _, e := range fact.Effects {
		if e.Acquire && !e.Permit && e.Key != "" && !slices.Contains(keys, e.Key) {
			keys = append(keys, e.Key)
		}
	}
	return keys
}

// wiredAt returns where a value is put into an interface: of the call that gets it, if there is one.
func wiredAt(put *ssa.MakeInterface) token.Pos {
	for _, ref := range ssabuild.Referrers(put) {
		if call, ok := ref.(ssa.CallInstruction); ok && call.Pos().IsValid() {
			return call.Pos()
		}
	}
	return put.Pos()
}
