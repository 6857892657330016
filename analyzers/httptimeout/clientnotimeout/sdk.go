package clientnotimeout

import (
	"go/ast"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/httptimeout/internal/valueflow"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An sdk is a module that is handed the client, and sends its requests through it.
type sdk struct {
	p      *check.Pass
	module string
	calls  []inspector.Cursor // its methods that can fail
	taken  bool               // one of its calls gets a context
	limits bool               // one sets a limit, by its name
}

// sdkUse returns a call of what the client is handed to that nothing ends; nil when there is none that
// can be seen.
//
//	api := github.NewClient(&http.Client{})
//	repo, _, err := api.Repositories.Get(context.Background(), owner, name)
func sdkUse(f *valueflow.Flow) *request {
	var found *request
	for _, module := range slices.Sorted(maps.Keys(f.Handed)) {
		s := sdkOf(f.P, f.Made.Inspector(), module, f.Handed[module])
		for _, cur := range s.calls {
			r := s.request(cur)
			if r != nil && (found == nil || len(r.doubts) < len(found.doubts)) {
				found = r
			}
		}
	}
	return found
}

// sdkOf returns the calls of a module in the package, other than the one at which it gets the client.
func sdkOf(p *check.Pass, in *inspector.Inspector, module string, at ast.Node) *sdk {
	s := &sdk{p: p, module: module}
	for cur, to := range calls.All(p.Pass) {
		call := to.Expr
		fn := to.Func
		if fn == nil || fn.Pkg() == nil || !strings.HasPrefix(fn.Pkg().Path()+"/", module+"/") || call.Pos() <= at.Pos() && at.End() <= call.End() {
			continue
		}
		s.taken = s.taken || contextOf(p, call) != nil
		s.limits = s.limits || strings.Contains(fn.Name(), "Timeout") || strings.Contains(fn.Name(), "Deadline")
		if fn.Signature().Recv() != nil && callmatch.CanFail(fn.Signature()) && !p.Quiet(call.Pos()) {
			s.calls = append(s.calls, cur)
		}
	}
	return s
}

// request returns the request that a call sends, nil if a deadline may end it. Where no call of the
// module gets a context, none can.
func (s *sdk) request(cur inspector.Cursor) *request {
	call := cur.Node().(*ast.CallExpr)
	r := &request{call: call}
	if isTool(s.p) || byCommand(s.p, cur) {
		r.doubts = append(r.doubts, check.Doubting(verdict.ByHand, call.Pos()))
	}
	ctx := chained(s.p, call)
	switch {
	case s.limits, ctx == nil && s.taken:
		return nil
	case ctx == nil:
		return r
	}
	switch boundsOf(s.p, cur.Inspector()).context(ctx) {
	case bounded:
		return nil
	case unknown:
		r.given = true
		r.doubts = append(r.doubts, check.Doubting(verdict.CallersLimit, ctx.Pos()))
	}
	return r
}

// chained returns the context that a call gets, itself or by a call before it in the same chain:
//
//	api.List().Context(ctx).Do()
func chained(p *check.Pass, call *ast.CallExpr) ast.Expr {
	for {
		if ctx := contextOf(p, call); ctx != nil {
			return ctx
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		if call, ok = ast.Unparen(sel.X).(*ast.CallExpr); !ok {
			return nil
		}
	}
}

// contextOf returns the argument of a call that is a context, or nil.
func contextOf(p *check.Pass, call *ast.CallExpr) ast.Expr {
	for _, arg := range call.Args {
		if ctxscope.IsContext(p.TypesInfo.TypeOf(arg)) {
			return arg
		}
	}
	return nil
}
