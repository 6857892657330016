package stopnevercalled

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// An injector is what a package registers with a dependency injection container: what makes
// values, and what gets them.
//
//	fx.New(fx.Provide(NewSessions), fx.Invoke(func(s *Sessions) { … }))
type injector struct {
	p         *check.Pass
	app       bool // the container is put together here
	opaque    bool // of parts that cannot be seen
	makers    []ast.Expr
	consumers []*types.Func
	literals  []*ast.FuncLit
}

// runProvided reports constructors that the container calls, and whose value nothing known
// stops: no function that gets it, no hook. Silent when anything else might get it: an
// option of another package, a function of another package that takes one, a struct of
// dependencies.
func runProvided(p *check.Pass, must *muststop.Result) {
	inj := &injector{p: p}
	for _, to := range calls.All(p.Pass) {
		call := to.Expr
		switch role := catalog.Injectors[to.Name]; {
		case role == "" || p.Quiet(call.Pos()):
		case role == "annotate":
			inj.annotated(call)
		default:
			inj.options(call, role)
		}
	}
	if !inj.app || inj.opaque {
		return
	}
	for _, maker := range inj.makers {
		fn := callmatch.Func(p.TypesInfo, maker)
		if fn == nil {
			continue
		}
		fact := must.Fact(fn)
		if fact == nil || fact.Cleanup || fact.Value < 0 || fact.Value >= fn.Signature().Results().Len() {
			continue
		}
		if made := fn.Signature().Results().At(fact.Value).Type(); inj.wanted(made) && !inj.mayStop(made, fact) {
			inj.report(maker, made, fact)
		}
	}
}

// options takes in the arguments of a call that registers something with the container.
func (inj *injector) options(call *ast.CallExpr, role string) {
	inj.app = inj.app || role == "app"
	for _, arg := range call.Args {
		arg = ast.Unparen(arg)
		if lit, ok := arg.(*ast.FuncLit); ok {
			inj.literals = append(inj.literals, lit)
		} else if fn := callmatch.Func(inj.p.TypesInfo, arg); fn != nil {
			inj.consumers = append(inj.consumers, fn)
			if role == "provide" {
				inj.makers = append(inj.makers, arg)
			}
		} else if made, ok := arg.(*ast.CallExpr); !ok || !strings.HasPrefix(callmatch.CalleeName(inj.p.TypesInfo, made), "go.uber.org/fx.") {
			inj.opaque = inj.opaque || inj.p.TypesInfo.Types[arg].Value == nil // a constant is a module's name
		}
	}
}

// annotated takes in a function with annotations, one of which may be a hook.
func (inj *injector) annotated(call *ast.CallExpr) {
	inj.options(&ast.CallExpr{Args: call.Args[:1]}, "annotate")
	hooked := slices.ContainsFunc(call.Args[1:], func(arg ast.Expr) bool {
		made, ok := ast.Unparen(arg).(*ast.CallExpr)
		return !ok || catalog.Injectors[callmatch.CalleeName(inj.p.TypesInfo, made)] == "hook"
	})
	if !hooked {
		inj.makers = append(inj.makers, call.Args[0])
	}
}

// wanted reports whether the container makes a value at all: something depends on it.
func (inj *injector) wanted(made types.Type) bool {
	return slices.ContainsFunc(inj.consumers, func(fn *types.Func) bool { return takes(fn.Type(), made) }) ||
		slices.ContainsFunc(inj.literals, func(lit *ast.FuncLit) bool { return takes(inj.p.TypesInfo.TypeOf(lit), made) })
}

// mayStop reports whether any function that gets such a value stops it, or puts
// it out of sight.
func (inj *injector) mayStop(made types.Type, fact *muststop.Fact) bool {
	flow := ssaflow.Of(inj.p.Pass)
	methods := make(map[string]bool)
	for _, m := range fact.Methods {
		methods[m] = true
	}
	stops := func(fn *ssa.Function) bool {
		return slices.ContainsFunc(fn.Params, func(v *ssa.Parameter) bool {
			if dependencies(v.Type()) {
				return true
			}
			fate := flow.Fate(v, methods)
			return gets(v.Type(), made) && (fate.Stopped || fate.Gone || len(fate.Given) > 0)
		})
	}
	for _, fn := range inj.consumers {
		body := flow.SSA.Package.Prog.FuncValue(fn.Origin())
		if fn.Pkg() != inj.p.Pkg || body == nil {
			if takes(fn.Type(), made) {
				return true
			}
		} else if stops(body) {
			return true
		}
	}
	for _, fn := range flow.SSA.Funcs {
		if lit, ok := fn.Syntax().(*ast.FuncLit); ok && slices.Contains(inj.literals, lit) && stops(fn) {
			return true
		}
	}
	return false
}

// takes reports whether a function has a parameter that gets such a value.
func takes(fn, made types.Type) bool {
	return slices.ContainsFunc(slices.Collect(fn.(*types.Signature).Params().Variables()), func(v *types.Var) bool {
		return gets(v.Type(), made) || dependencies(v.Type())
	})
}

func gets(param, made types.Type) bool {
	_, open := param.Underlying().(*types.Interface)
	return types.Identical(param, made) || open && types.AssignableTo(made, param)
}

// dependencies reports whether t is a struct that the container fills, field by
// field.
func dependencies(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	return slices.ContainsFunc(slices.Collect(st.Fields()), func(f *types.Var) bool {
		return f.Embedded() && f.Name() == "In"
	})
}
