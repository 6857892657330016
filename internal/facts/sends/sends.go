// Package sends is a fact analyzer: it finds the functions that send on a channel of their
// caller outside of any select. It reports nothing.
package sends

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "sends",
	Doc:        "find functions that send on a channel of their caller's",
	Requires:   []*analysis.Analyzer{astindex.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Send is one on a channel that the caller knows: the argument Arg, the receiver counted,
// or its field Field. Later is set if a goroutine that the function starts sends.
type Send struct {
	Arg   int
	Field string
	Later bool
}

// A Fact is exported for a function that sends outside of any select.
type Fact struct{ Sends []Send }

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	text := "sends on"
	for _, s := range f.Sends {
		text += " " + string(rune('0'+s.Arg)) + "." + s.Field
		if s.Later {
			text += " later"
		}
	}
	return text
}

// A Result answers for functions of other packages.
type Result struct{ pass *analysis.Pass }

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// By returns the sends of a function of another package.
func (r *Result) By(fn *types.Func) []Send {
	var fact Fact
	if fn == nil || fn.Pkg() == r.pass.Pkg || !r.pass.ImportObjectFact(fn.Origin(), &fact) {
		return nil
	}
	return fact.Sends
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass}
	if ssabuild.Std(pass) {
		return r, nil
	}
	for fn, decl := range astindex.Funcs(pass) {
		if !fn.Exported() {
			continue
		}
		f := &finder{info: pass.TypesInfo, args: argsOf(fn)}
		f.find(decl.Body, false)
		if len(f.found) > 0 {
			pass.ExportObjectFact(fn, &Fact{f.found})
		}
	}
	return r, nil
}

// argsOf returns the receiver of fn and its parameters.
func argsOf(fn *types.Func) []*types.Var {
	var list []*types.Var
	if recv := fn.Signature().Recv(); recv != nil {
		list = append(list, recv)
	}
	return slices.AppendSeq(list, fn.Signature().Params().Variables())
}

// A finder finds the sends in one function.
type finder struct {
	info  *types.Info
	args  []*types.Var
	found []Send
}

// find looks at n, in a goroutine that the function starts if later is set. What is in a
// literal that is not started may run at any time, or not at all.
func (f *finder) find(n ast.Node, later bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.GoStmt:
			if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); ok {
				f.find(lit.Body, true)
			}
			return false
		case *ast.CommClause:
			for _, stmt := range n.Body {
				f.find(stmt, later)
			}
			return false
		case *ast.SendStmt:
			f.add(n.Chan, later)
		}
		return true
	})
}

func (f *finder) add(ch ast.Expr, later bool) {
	s := Send{Later: later}
	if sel, ok := ast.Unparen(ch).(*ast.SelectorExpr); ok {
		field := callmatch.Field(f.info, sel)
		if field == nil || !token.IsExported(field.Name()) {
			return
		}
		ch, s.Field = sel.X, field.Name()
	}
	id, ok := ast.Unparen(ch).(*ast.Ident)
	if !ok {
		return
	}
	s.Arg = slices.IndexFunc(f.args, func(v *types.Var) bool { return types.Object(v) == f.info.Uses[id] })
	if s.Arg >= 0 && !slices.Contains(f.found, s) {
		f.found = append(f.found, s)
	}
}
