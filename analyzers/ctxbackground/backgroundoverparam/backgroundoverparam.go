// Package backgroundoverparam is the check ctxbackground/background-over-param: call is
// passed a root context although the function has a context.
package backgroundoverparam

import (
	"embed"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxend"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/ctxflow"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/fixes"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/loops"
	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/scope"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

//go:embed backgroundoverparam.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of ctxbackground.
var Check = &check.Check{
	Slug:       "background-over-param",
	Aliases:    []string{"background-change"},
	Title:      "call is passed a root context although the function has a context",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	func (s *store) get(ctx context.Context, id string) error {
//		return s.db.PingContext(context.Background())
//	}
//
// for a context parameter, a request, command or stream that carries one, and a receiver's
// field that ends with the receiver, and for a function whose callers all have one and do not
// pass it. Safe is work for which the context in scope may have
// ended, or never does, in goroutines (named functions, if they are passed the context of a
// request), with what is kept or limited, and where a comment gives the reason. What
// deliberate.go and reasons.go know of why work may have to outlast its caller lowers the
// finding.
func run(p *check.Pass) {
	var list []overParam
	for _, cur := range ctxflow.Roots(p) {
		given := scope.AtHand(p, cur)
		if given == nil {
			given = blankParam(p, cur)
		}
		if given == nil {
			given = siblingField(p, cur)
		}
		if given == nil {
			given = callersContext(p, cur, 3)
		}
		if given == nil {
			continue
		}
		if intent.InGoroutine(cur) || outlivesCaller(p, cur) || isMissing(p, cur, given) ||
			given.Kind != "field" && given.Kind != sibling && given.Kind != ofCallers && ctxscope.AlwaysRoot(p.Pass, cur, given.Var) { // nothing ends that one, either
			p.Safe(cur.Node(), p.Source(cur.Node()), verdict.Handled, given.Var.Pos())
			continue
		}
		o := lostIn(p, cur, given)
		switch {
		case o == nil:
		case given.Kind == blank:
			reportBlank(p, o)
		case given.Kind == ofCallers:
			reportOfCallers(p, o)
		default:
			list = append(list, *o)
		}
	}
	for _, o := range list {
		reportOverParam(p, o, list)
	}
}

// overParam is a root context that work gets although another is in scope.
type overParam struct {
	root   inspector.Cursor
	sink   ctxflow.Sink
	given  *ctxscope.Source
	doubts []check.Doubt
}

func (o *overParam) tier() verdict.Confidence { return intent.Left(o.doubts) }

// lostIn returns the work that should not get the root context, of several that about
// which there is the least doubt; nil if there is none.
func lostIn(p *check.Pass, root inspector.Cursor, given *ctxscope.Source) (found *overParam) {
	about := rootDoubts(p, root, given)
	for _, s := range sinks(p, root) {
		if s.Limit.Set && given.Kind == "field" {
			break // its owner can wait that long
		}
		if !lost(p, root, s, given) {
			continue
		}
		if pos, ok := intent.Wanted(p, root, s.Call); ok {
			p.Safe(root.Node(), p.Source(root.Node()), verdict.Wanted, pos)
			return nil
		}
		o := &overParam{root, s, given, slices.Concat(about, sinkDoubts(p, root, s, given))}
		if found == nil || o.tier().Compare(found.tier()) > 0 {
			found = o
		}
	}
	return found
}

// sinks returns the calls that get the root context. What is made with one that the function
// cancels at its end may go on until then.
func sinks(p *check.Pass, root inspector.Cursor) []ctxflow.Sink {
	if list := ctxflow.Sinks(p, root); len(list) > 0 {
		return list
	}
	return slices.DeleteFunc(ctxflow.SinksHere(p, root), func(s ctxflow.Sink) bool { return intent.Constructs(s.Fn) })
}

// lost reports whether the call is work of the function around root, and so work
// that should end with the context given; that of a loop is background-in-loop's.
func lost(p *check.Pass, root inspector.Cursor, s ctxflow.Sink, given *ctxscope.Source) bool {
	outer, _ := astindex.FuncAround(root)
	if inner, ok := astindex.FuncAround(s.Call); !ok || !runsIn(p, inner, outer) {
		return false
	}
	if s.Fn != nil && catalog.OnceOnly[s.Fn.FullName()] || intent.Kept(p, s) || intent.InGoroutine(s.Call) {
		return false
	}
	if ctxuse.Of(p.Pass).Bounded(s.Fn, s.Arg) && given.Kind == "field" || loops.Looped(p, root, s) != nil {
		return false
	}
	if e := ctxend.At(p, s.Call, fixes.GivenExpr(p, outer, given), true); e != nil {
		p.Safe(root.Node(), p.Source(root.Node()), verdict.Handled, e.Pos)
		return false
	}
	return true
}

func reportOverParam(p *check.Pass, o overParam, all []overParam) {
	call := o.sink.Call.Node().(*ast.CallExpr)
	p.Report(check.Finding{
		At: o.root.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%s keeps running after %s: it is passed %s, not %s, and loses the values of that context",
			p.Name(call.Fun), consequence(o.given), p.Source(o.root.Node()), o.given.Expr),
		Doubts: o.doubts,
		Fix:    fixOverParam(p, o, all),
	})
}

func consequence(given *ctxscope.Source) string {
	switch given.Kind {
	case "field":
		return "its owner is stopped"
	case sibling:
		return "the context of its object is canceled"
	}
	return "the caller's context is canceled"
}
