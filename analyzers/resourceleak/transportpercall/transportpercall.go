// Package transportpercall is the check resourceleak/transport-per-call: HTTP transport is made
// for each call, and keeps its connections.
package transportpercall

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed transportpercall.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "transport-per-call",
	Title:      "HTTP transport is made for each call, and keeps its connections",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Imports:    []string{"net/http"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	tr := &http.Transport{TLSClientConfig: config}
//	client := &http.Client{Transport: tr}
//	resp, err := client.Get(url)
//
// in a function that is called more than once, or in one whose callers drop what it returns. Safe when
// the transport is stored or passed on, when it does not keep connections, or when
// CloseIdleConnections is called.
func run(p *check.Pass) {
	made := literals(p)
	if len(made) == 0 {
		return
	}
	model := resource.New(ssabuild.Of(p.Pass).Funcs)
	for _, fn := range ssabuild.Of(p.Pass).Funcs {
		for instr := range ssaflow.Instrs(fn) {
			v, ok := instr.(ssa.Value)
			if !ok || made[v.Pos()] == nil {
				continue
			}
			switch instr := instr.(type) {
			case *ssa.Alloc:
				judge(p, made[v.Pos()], instr, v, model)
			case *ssa.Call:
				if result := resource.Result(instr, 0); result != nil {
					judge(p, made[v.Pos()], instr, result, model)
				}
			}
		}
	}
}

func judge(p *check.Pass, t *transport, at ssa.Instruction, v ssa.Value, model *resource.Package) {
	decl := site.Around(&site.Site{Cur: t.cur})
	if decl == nil { // a variable of the package
		return
	}
	if sets(p, t, decl, "DisableKeepAlives") {
		p.Safe(t.expr, "the transport", verdict.Handled, t.expr.Pos())
		return
	}
	fate := model.Follow(opening(at, v))
	var again *ssa.Call
	if len(fate.Gone) > 0 && !site.HandsOn(fate, resource.Kept, resource.Sent, resource.Captured, resource.Passed) && !memoizes(at.Parent()) {
		again = droppedBy(p, model, at.Parent(), 2)
	}
	switch {
	case again != nil:
		reportReturned(p, t, decl, again)
		return
	case len(fate.Gone) > 0:
		p.Safe(t.expr, "the transport", verdict.HandedOver, fate.Gone[0].Instr.Pos())
		return
	case len(fate.Closed) > 0:
		p.Safe(t.expr, "the transport", verdict.Handled, fate.Closed[0].Pos())
		return
	case fate.Outlived: // by a method value of its client
		p.Safe(t.expr, "the transport", verdict.HandedOver, t.expr.Pos())
		return
	case len(fate.Leaks) == 0:
		return
	}
	by := ""
	if t.by != nil {
		by = " by " + p.Name(t.expr.(*ast.CallExpr).Fun)
	}
	p.Report(check.Finding{
		At:      t.expr,
		Message: fmt.Sprintf("each call of %s makes a transport of its own%s, whose idle connections stay open with their goroutines: nothing uses them again", decl.Name.Name, by),
		Doubts:  doubts(p, t, decl, decl),
		Fix:     fix(p, t.cur),
	})
}

// reportReturned reports a transport of the function decl, which a caller drops after each use.
func reportReturned(p *check.Pass, t *transport, decl *ast.FuncDecl, again *ssa.Call) {
	caller := declOf(t.cur.Inspector(), again)
	if caller == nil {
		return
	}
	p.Report(check.Finding{
		At: t.expr,
		Message: fmt.Sprintf("each call of %s makes a transport of its own by %s at %s, whose idle connections stay open with their goroutines: nothing uses them again",
			caller.Name.Name, decl.Name.Name, p.Where(again.Pos(), t.expr.Pos())),
		Trace:  []check.Hop{{Pos: again.Pos(), Message: "used once and dropped"}},
		Doubts: doubts(p, t, decl, caller),
		Fix:    fixReturned(p, t, again),
	})
}

// doubts are those about a transport that decl makes and that caller, which may be the same, drops.
func doubts(p *check.Pass, t *transport, decl, caller *ast.FuncDecl) []check.Doubt {
	c := site.Case{Site: &site.Site{Cur: t.cur}}
	list := c.Rank(p)
	if (t.idle || sets(p, t, decl, "IdleConnTimeout")) && !perRequest(p, caller) {
		list = append(list, check.Doubting(verdict.IdleLimit, t.expr.Pos()))
	}
	if !repeated(p, caller) {
		list = append(list, check.Doubting(verdict.NoSecondCall, caller.Pos()))
	}
	return list
}

// repeated reports whether a function is meant to be called more than once: it is exported, a
// method, or called in two places.
func repeated(p *check.Pass, decl *ast.FuncDecl) bool {
	fn, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
	index := astindex.Of(p.Pass)
	return ok && (decl.Name.IsExported() && p.Pkg.Name() != "main" || decl.Recv != nil || len(index.Calls[fn]) > 1 || len(index.Values[fn]) > 0)
}
