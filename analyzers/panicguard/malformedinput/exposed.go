package malformedinput

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/recovers"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A beginning is where a goroutine begins, or a function of another package may begin one.
type beginning struct {
	pos       token.Pos
	elsewhere bool
	request   bool // a server calls it for each request, and recovers
}

// exposedIn returns the functions that goroutines of the package come to without a recover, and those
// that a library runs in goroutines of its own, with where these begin.
func exposedIn(flow *ssaflow.Flow, known *recovers.Result) map[*ssa.Function]beginning {
	x := &exposure{flow, known, make(map[*ssa.Function]beginning)}
	for _, start := range flow.Starts() {
		if catalog.PanicKeepers[start.Starter] {
			continue
		}
		for _, body := range start.Bodies {
			x.add(body, beginning{pos: start.Instr.Pos()})
		}
	}
	for _, fn := range flow.SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			if call, ok := instr.(*ssa.Call); ok {
				x.scheduled(call)
			}
		}
		if x.calledBack(fn) {
			x.add(fn, beginning{pos: fn.Pos()})
		}
	}
	x.exported()
	x.requests()
	return x.fns
}

// exported notes the functions that other packages may call in a goroutine, where the package reads from
// connections or files.
func (x *exposure) exported() {
	if x.flow.SSA.Pkg.Name() == "main" || !slices.ContainsFunc(x.flow.SSA.Pkg.Imports(), func(pkg *types.Package) bool { return catalog.ReaderPackages[pkg.Path()] }) {
		return
	}
	for _, fn := range x.flow.SSA.Funcs {
		if obj, ok := fn.Object().(*types.Func); ok && obj.Exported() {
			x.add(fn, beginning{pos: fn.Pos(), elsewhere: true})
		}
	}
}

type exposure struct {
	flow  *ssaflow.Flow
	known *recovers.Result
	fns   map[*ssa.Function]beginning
}

// add notes a function, and those of the package that it calls.
func (x *exposure) add(fn *ssa.Function, start beginning) {
	if _, have := x.fns[fn]; have || x.guarded(fn) || handlesRequest(fn.Signature) {
		return
	}
	x.fns[fn] = start
	for _, inner := range fn.AnonFuncs {
		if rangesOver(inner) {
			x.add(inner, start)
		}
	}
	for instr := range ssaflow.Instrs(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if _, starts := instr.(*ssa.Go); !ok || starts {
			continue
		}
		callees, _ := x.flow.Callees(call)
		for _, callee := range callees {
			x.add(callee, start)
		}
	}
}

// guarded reports whether a function recovers from its panics.
func (x *exposure) guarded(fn *ssa.Function) bool {
	switch syntax := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return syntax.Body == nil || x.known.Guards(syntax.Body)
	case *ast.FuncLit:
		return x.known.Guards(syntax.Body)
	case *ast.RangeStmt:
		return false // its panic unwinds to the function that it is in
	}
	return true
}

// scheduled notes the functions that a scheduler is passed.
func (x *exposure) scheduled(call *ssa.Call) {
	if _, ok := catalog.Schedulers[ssaflow.Callee(&call.Call)]; !ok {
		return
	}
	for _, arg := range call.Call.Args {
		if _, isFunc := arg.Type().Underlying().(*types.Signature); !isFunc {
			continue
		}
		bodies, _ := x.flow.Bodies(arg)
		for _, body := range bodies {
			x.add(body, beginning{pos: call.Pos()})
		}
	}
}

// handlesRequest reports whether a function answers a request, whose server recovers from its panics.
func handlesRequest(sig *types.Signature) bool {
	return slices.ContainsFunc(params(sig), func(name string) bool { return catalog.HandledParams[name] == catalog.Request })
}

// calledBack reports whether the client of a broker calls a function for each message, and recovers from
// nothing.
func (x *exposure) calledBack(fn *ssa.Function) bool {
	callers, _ := x.flow.Callers(fn)
	return len(callers) == 0 && slices.ContainsFunc(params(fn.Signature), func(name string) bool { return catalog.CallbackParams[name] })
}

// params returns the names of the types of parameters.
func params(sig *types.Signature) (names []string) {
	for param := range sig.Params().Variables() {
		names = append(names, callmatch.TypeName(callmatch.Deref(param.Type())))
	}
	return names
}
