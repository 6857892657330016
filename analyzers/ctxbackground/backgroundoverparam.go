package ctxbackground

import (
	"fmt"
	"go/ast"
	"slices"
	"sync"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
)

var backgroundOverParam = &check.Check{
	Slug:       "background-over-param",
	Title:      "work gets a root context although the function has been given one",
	Severity:   check.Medium,
	Confidence: check.Likely,
	Heeds:      check.Detaches,
	Since:      "0.1.0",
	Imports:    []string{"context"},
	Run:        runBackgroundOverParam,
}

// runBackgroundOverParam reports
//
//	func (s *store) get(ctx context.Context, id string) error {
//		return s.db.PingContext(context.Background())
//	}
//
// for a context parameter, a request, command or stream that carries one, and a
// receiver's field that ends with the receiver. Detachment is deliberate, and the
// check silent, in what shuts down, cleans up, takes back or deals with a failure,
// where the context at hand may have ended or never does, in goroutines (named
// functions, when they are handed the context of a request), behind a commit, for
// changes behind work that got it, for what is traded for once, starts what lives on
// or makes a value to keep, where the parameter is blank or goes to the same call, and where a comment says why;
// and in commands, unless the package gives them a context, since theirs never ends. What
// changes something that lasts is background-change's.
func runBackgroundOverParam(p *check.Pass) { overParams(p, false) }

// overParams reports work that gets a root context: that which changes what lasts, or
// that which does not.
func overParams(p *check.Pass, changing bool) {
	var list []overParam
	withContext := sync.OnceValue(func() bool {
		return len(calls(p, func(name string) bool { return catalog.CommandRunners[name] })) > 0
	})
	for _, cur := range roots(p) {
		given := atHand(p, cur)
		if given == nil || inGoroutine(cur) || atTheEndOf(p, cur) || outlivesCaller(p, cur) || isMissing(p, cur, given) || toldOfFailure(p, cur) || besideAnother(p, cur) {
			continue
		}
		if given.Kind == "param" && ctxscope.AlwaysRoot(p.Pass, cur, given.Var) {
			continue // nothing ends that one, either
		}
		if catalog.CommandCarriers[callmatch.TypeName(given.Var.Type())] && !withContext() {
			continue
		}
		if s := lostIn(p, cur, given); s != nil && changes(p, s.fn) == changing {
			list = append(list, overParam{cur, *s, given})
		}
	}
	for _, o := range list {
		reportOverParam(p, o, list)
	}
}

// besideAnother reports whether the call that gets the root context gets another one,
// too: it is told which of the two is for what.
func besideAnother(p *check.Pass, root inspector.Cursor) bool {
	call, ok := root.Parent().Node().(*ast.CallExpr)
	return ok && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return arg != root.Node() && ctxscope.IsContext(p.TypesInfo.TypeOf(arg))
	})
}

// overParam is a root context that work gets although another is at hand.
type overParam struct {
	root  inspector.Cursor
	sink  sink
	given *ctxscope.Source
}

// lostIn returns the work that should not get the root context, of several what changes
// nothing, so that one of the two checks reports it; nil if there is none.
func lostIn(p *check.Pass, root inspector.Cursor, given *ctxscope.Source) (found *sink) {
	for _, s := range sinks(p, root) {
		if s.limit.set && given.Kind == "field" {
			break // its owner can wait that long
		}
		if (found == nil || !changes(p, s.fn)) && lost(p, root, s, given) {
			if found = &s; !changes(p, s.fn) {
				break
			}
		}
	}
	return found
}

// lost reports whether the call is work of the function around root, and so work
// that should end with the context given; that of a loop in a goroutine is
// background-in-loop's.
func lost(p *check.Pass, root inspector.Cursor, s sink, given *ctxscope.Source) bool {
	outer, _ := innermost(root)
	if inner, ok := innermost(s.call); !ok || inner != outer {
		return false
	}
	if s.fn != nil && (atTheEnd(s.fn.Name()) || startsSomething(s.fn.Name())) || constructs(s.fn) || s.fn != nil && catalog.OnceOnly[s.fn.FullName()] {
		return false
	}
	if ctxuse.Of(p.Pass).Kept(s.fn, s.arg) || inGoroutine(s.call) || atTheEndOf(p, s.call) || committed(p, s.call) || writtenDown(p, outer, s, given) || undoes(p, s) || failedUnder(p, s.call) {
		return false
	}
	if decl, ok := outer.Node().(*ast.FuncDecl); ok && startsSomething(decl.Name.Name) {
		return false
	}
	if _, _, ok := looped(p, root, s); ok || ctxuse.Of(p.Pass).Bounded(s.fn, s.arg) && given.Kind == "field" {
		return false
	}
	return !mayHaveEnded(p, s.call, givenExpr(p, outer, given))
}

// givenExpr returns an expression in fn that denotes the source, nil if it never
// does.
func givenExpr(p *check.Pass, fn inspector.Cursor, given *ctxscope.Source) ast.Expr {
	for c := range fn.Preorder((*ast.Ident)(nil), (*ast.SelectorExpr)(nil), (*ast.CallExpr)(nil)) {
		if expr := c.Node().(ast.Expr); ctxscope.IsContext(p.TypesInfo.TypeOf(expr)) && p.Source(expr) == given.Expr {
			return expr
		}
	}
	return &ast.BadExpr{}
}

func reportOverParam(p *check.Pass, o overParam, all []overParam) {
	call := o.sink.call.Node().(*ast.CallExpr)
	p.Report(check.Finding{
		At: o.root.Node().(*ast.CallExpr),
		Message: fmt.Sprintf("%s gets %s although %s is at hand: it goes on when %s, and loses the values",
			p.Name(call.Fun), p.Source(o.root.Node()), o.given.Expr, consequence(o.given)),
		Fix: fixOverParam(p, o, all),
	})
}

func consequence(given *ctxscope.Source) string {
	if given.Kind == "field" {
		return "its owner has been stopped"
	}
	return "the caller has given up"
}
