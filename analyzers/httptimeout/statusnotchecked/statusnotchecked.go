// Package statusnotchecked is the check httptimeout/status-not-checked: an error page counts as the result of
// a request.
package statusnotchecked

import (
	"embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed statusnotchecked.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of httptimeout.
var Check = &check.Check{
	Slug:       "status-not-checked",
	Title:      "an error page counts as the result of a request",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Since:      "0.2.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	resp, err := client.Do(req)
//	if err != nil {
//		return err
//	}
//	defer resp.Body.Close()
//	return json.NewDecoder(resp.Body).Decode(&result) // of a response with any status
//
// where nothing reads the status: the body is decoded, copied, returned or kept, or the function reports success
// without it. Safe where the response gets to other code that may look.
func run(p *check.Pass) {
	sent := make(map[token.Pos]inspector.Cursor)
	for cur, to := range calls.All(p.Pass) {
		if to.Func != nil && responds(to.Func.Signature()) && !p.Quiet(to.Expr.Pos()) {
			sent[to.Expr.Lparen] = cur
		}
	}
	if len(sent) == 0 {
		return
	}
	for _, fn := range ssaflow.Of(p.Pass).SSA.Funcs {
		for instr := range ssaflow.Instrs(fn) {
			call, ok := instr.(*ssa.Call)
			if cur, found := sent[instr.Pos()]; ok && found && sends(p, call) {
				delete(sent, instr.Pos())
				judge(p, cur, call)
			}
		}
	}
}

func responds(sig *types.Signature) bool {
	return sig.Results().Len() == 2 && callmatch.CanFail(sig) && callmatch.TypeName(sig.Results().At(0).Type()) == "net/http.Response"
}

// sends reports whether a call sends a request, and returns its response whatever the status is: one of net/http,
// a function of the package, or the Do of an interface that stands for a client.
func sends(p *check.Pass, call *ssa.Call) bool {
	if fn := call.Call.StaticCallee(); fn != nil && fn.Pkg != nil && fn.Pkg.Pkg == p.Pkg {
		return true
	}
	fn := ssaflow.Object(&call.Call)
	return catalog.SendsRequest[callmatch.Name(fn)] || call.Call.IsInvoke() && fn.Name() == "Do"
}

func judge(p *check.Pass, cur inspector.Cursor, call *ssa.Call) {
	expr := cur.Node().(*ast.CallExpr)
	a := &answer{p: p, call: call, seen: make(map[ssa.Value]bool)}
	a.callee()
	for _, ref := range ssabuild.Referrers(call) {
		if result, ok := ref.(*ssa.Extract); ok && result.Index == 0 {
			a.response(result)
		}
	}
	if at := statusTransport(p); at.IsValid() {
		a.doubt(verdict.MayBeTested, at)
	}
	name := p.Source(expr.Fun)
	switch {
	case a.looked.IsValid():
		p.Safe(expr, name, verdict.Handled, a.looked)
	case a.given.IsValid():
		p.Safe(expr, name, verdict.HandedOver, a.given)
	case a.data.IsValid():
		if len(a.doubts) == 0 && !stores(call.Parent()) {
			a.doubt(verdict.NotKept, a.data)
		}
		p.Report(check.Finding{
			At:      expr,
			Message: fmt.Sprintf("an error page counts as the result: the body of the response of %s is used (%s), and nothing looks at its status", name, p.Where(a.data, expr.Pos())),
			Trace:   []check.Hop{{Pos: a.data, Message: "the body is used here"}},
			Doubts:  a.doubts,
			Fix:     fix(p, cur, call),
		})
	case a.closed && callmatch.CanFail(call.Parent().Signature):
		p.Report(check.Finding{
			At:      expr,
			Message: fmt.Sprintf("a request that the server refuses counts as success: nothing looks at the status of the response of %s", name),
			Doubts:  append(a.doubts, unread(call)...),
			Fix:     fix(p, cur, call),
		})
	}
}
