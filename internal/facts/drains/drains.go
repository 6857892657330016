// Package drains is a fact analyzer: it finds the methods that start workers for a buffered queue, and those
// that close the queue and wait until the workers have read it to its end. It reports nothing.
package drains

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "drains",
	Doc:        "find methods that start the workers of a queue, and that drain it",
	Requires:   []*analysis.Analyzer{astindex.Analyzer, ctxuse.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is exported for a method that starts workers, which work with the context that it gets as argument Arg
// and read the queue in the field of that name to its end; or for one that closes the queue, where Arg is -1.
type Fact struct {
	Queue string
	Arg   int
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what analysistest compares.
func (f *Fact) String() string {
	if f.Arg < 0 {
		return "drains " + f.Queue
	}
	return fmt.Sprintf("starts workers of %s with argument %d", f.Queue, f.Arg)
}

// A Result answers for methods of the package and of those it imports.
type Result struct {
	pass  *analysis.Pass
	known map[*types.Func]*Fact
}

// Of returns the result for the pass's package; the analyzer must be required.
func Of(pass *analysis.Pass) *Result { return pass.ResultOf[Analyzer].(*Result) }

// Fact returns what is known about a method, nil if that is nothing.
func (r *Result) Fact(fn *types.Func) *Fact {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return nil
	}
	fn = fn.Origin()
	if fn.Pkg() == r.pass.Pkg {
		return r.known[fn]
	}
	var fact Fact
	if r.pass.ImportObjectFact(fn, &fact) {
		return &fact
	}
	return nil
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{pass, make(map[*types.Func]*Fact)}
	if ssabuild.Std(pass) {
		return r, nil
	}
	closed := make(map[*types.Var]bool)
	for fn, decl := range astindex.Funcs(pass) {
		if fn.Signature().Recv() == nil || decl.Body == nil || !ctxuse.Joins(decl.Body) {
			continue
		}
		if queue := r.closed(decl.Body); queue != nil {
			closed[queue] = true
			r.set(fn, &Fact{queue.Name(), -1})
		}
	}
	if len(closed) == 0 {
		return r, nil
	}
	for fn, decl := range astindex.Funcs(pass) {
		if r.known[fn] != nil || fn.Signature().Recv() == nil || decl.Body == nil {
			continue
		}
		for i := range fn.Signature().Params().Len() {
			v := fn.Signature().Params().At(i)
			if !ctxuse.IsContext(v.Type()) {
				continue
			}
			if queue := r.started(decl.Body, v); closed[queue] {
				r.set(fn, &Fact{queue.Name(), i})
			}
		}
	}
	return r, nil
}

func (r *Result) set(fn *types.Func, fact *Fact) {
	r.known[fn] = fact
	if fn.Exported() {
		r.pass.ExportObjectFact(fn, fact)
	}
}

// started returns the queue of the workers that a body starts with a context, nil if it starts none.
func (r *Result) started(body *ast.BlockStmt, v *types.Var) (queue *types.Var) {
	ast.Inspect(body, func(n ast.Node) bool {
		if queue != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.GoStmt:
			queue = r.worker(n.Call, v)
		case *ast.CallExpr:
			if callmatch.CalleeName(r.pass.TypesInfo, n) == "(*sync.WaitGroup).Go" {
				queue = r.worker(n, v)
			}
		}
		return true
	})
	return queue
}
