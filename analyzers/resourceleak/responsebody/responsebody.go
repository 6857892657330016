// Package responsebody is the check resourceleak/response-body: body of an HTTP response is
// left open.
package responsebody

import (
	"embed"
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
	"golang.org/x/tools/go/ssa"
)

//go:embed responsebody.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of resourceleak.
var Check = &check.Check{
	Slug:       "response-body",
	Title:      "body of an HTTP response is left open",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	resp, err := http.Get(url)
//	if err != nil {
//		return err
//	}
//	if resp.StatusCode != http.StatusOK {
//		return errors.New(resp.Status) // resp.Body stays open
//	}
//	defer resp.Body.Close()
//
// and a body that nothing closes. Safe when each path closes it, or passes the response or
// the body to other code that may.
func run(p *check.Pass) {
	sites := site.Find(p, func(fn *types.Func, _ *ast.CallExpr) bool { return responds(fn) })
	passed := passesResponse(p)
	if len(sites) == 0 && !passed {
		return
	}
	model := resource.New(ssabuild.Of(p.Pass).Funcs)
	for _, s := range sites {
		judge(p, s, model)
	}
	if passed {
		reportParameters(p, model)
	}
}

// responds reports whether a function returns a response.
func responds(fn *types.Func) bool {
	results := fn.Signature().Results()
	return results.Len() == 2 && callmatch.CanFail(fn.Signature()) && callmatch.TypeName(results.At(0).Type()) == "net/http.Response" &&
		!catalog.NoBody[callmatch.Name(fn)]
}

// maker returns the call that made a request, before it was given a context.
func maker(req ssa.Value) *ssa.Call {
	switch req := req.(type) {
	case *ssa.Extract:
		made, _ := req.Tuple.(*ssa.Call)
		return made
	case *ssa.Call:
		if name := ssaflow.Callee(&req.Call); name == "(*net/http.Request).WithContext" || name == "(*net/http.Request).Clone" {
			return maker(req.Call.Args[0])
		}
	}
	return nil
}

const cost = "its connection is not used again, and stays with its goroutines"

func judge(p *check.Pass, s *site.Site, model *resource.Package) {
	value := resource.Result(s.SSA, 0)
	name := s.Name(p, 0)
	if at := closedByCallee(p, s.SSA); at != nil {
		p.Safe(s.Call, p.Source(s.Call.Fun), verdict.Handled, at.Pos())
		return
	}
	closed, doubts := closesItself(s.SSA)
	if closed || asksHead(s.SSA) {
		p.Safe(s.Call, p.Source(s.Call.Fun), verdict.Handled, s.Call.Pos())
		return
	}
	back, passed := passedIn(p, s.SSA)
	if back.IsValid() {
		p.Safe(s.Call, p.Source(s.Call.Fun), verdict.Handled, back)
		return
	}
	doubts = append(doubts, passed...)
	c := &site.Case{Site: s, Name: name + ".Body", Var: name, End: name + ".Body.Close()", Cost: cost}
	if value == nil || name == "_" {
		if stmt, _ := s.Statement(); name == "_" || isCall(stmt, s.Call) {
			p.Report(check.Finding{
				At:      s.Call,
				Message: fmt.Sprintf("the response of %s is dropped, and its body is never closed: %s", p.Source(s.Call.Fun), cost),
				Doubts:  append(doubts, c.Rank(p)...),
				Fix:     fixDropped(p, s),
			})
		}
		return
	}
	if name == "" {
		return
	}
	c.Fate = model.Follow(&resource.Opening{At: s.SSA, Value: value, Err: resource.Error(s.SSA), Ends: catalog.ClosesByName, Part: "Body", GoroutinesBorrow: true})
	if at := site.ReadOut(s.SSA.Parent(), c.Fate.Leaks, value, func(v, value ssa.Value) bool { return isBody(v, value) || site.Same(v, value) }); at != nil {
		doubts = append(doubts, check.Doubting(verdict.ReadOut, at.Pos()))
	}
	if at := endedWith(s.SSA); at.IsValid() && len(c.Fate.Closed) > 0 {
		doubts = append(doubts, check.Doubting(verdict.WithOwner, at))
	}
	c.Judge(p, doubts)
}

func isCall(stmt ast.Stmt, call *ast.CallExpr) bool {
	expr, ok := stmt.(*ast.ExprStmt)
	return ok && ast.Unparen(expr.X) == call
}

// isBody reports whether a value is the body of a response.
func isBody(v, resp ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && site.Same(field.X, resp)
}
