// Package explicitorder is the check shutdownorder/explicit-order: store is closed before
// its users have stopped.
package explicitorder

import (
	"embed"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/order"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/releases"
)

//go:embed explicitorder.md testdata/src
var pages embed.FS

// Check is the check's entry in the list of shutdownorder.
var Check = &check.Check{
	Slug:       "explicit-order",
	Title:      "store is closed before its users have stopped",
	Severity:   check.High,
	Confidence: check.Certain,
	Since:      "0.1.0",
	Pages:      pages,
	Run:        run,
}

// run reports
//
//	s.db.Close()
//	s.wg.Wait() // for a goroutine that uses s.db
//
// and
//
//	db.Close()
//	srv.Shutdown(ctx) // of a server whose handler is made with db
//
// for statements of one list and the functions that they call, for hooks (in the
// order in which their registry runs them) and for lists of functions and
// closers (in that of the loop over them). Silent when the goroutines are not
// seen to use what is closed, when something before the close waits for them or
// shuts the server down, and for orders that are only unusual: a dependency is
// shown by use, never by a name.
func run(p *check.Pass) {
	known := releases.Of(p.Pass)
	if !known.Any() && !endsQueue(p) {
		return
	}
	in := p.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	st := order.NewStepper(p, order.Kinds(known.Closes))
	st.Foreign = true
	o := &orderer{p: p, reported: make(map[ast.Node]bool), starts: make(map[*types.Var][]astindex.Start)}
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if p.Quiet(cur.Node().Pos()) {
			continue
		}
		all := st.Of(cur.Node())
		o.check(own(p, all))
		for _, hooks := range registries(p, all) {
			o.check(hooks)
		}
		o.atOnce(st, cur.Node(), all)
	}
	for cur := range in.Root().Preorder((*ast.CompositeLit)(nil)) {
		if hooks := st.FieldHooks(cur.Node().(*ast.CompositeLit)); hooks != nil && !p.Quiet(cur.Node().Pos()) {
			o.check(hooks)
		}
	}
}

// An orderer judges timelines.
type orderer struct {
	p        *check.Pass
	hold     *order.Holding
	reported map[ast.Node]bool // a method may close its receiver, and what that holds
	starts   map[*types.Var][]astindex.Start
}

// holding is built when it is first asked.
func (o *orderer) holding() *order.Holding {
	if o.hold == nil {
		o.hold = order.NewHolding(o.p)
	}
	return o.hold
}

// joined returns the goroutines that a wait is for.
func (o *orderer) joined(wait order.Step) []astindex.Start {
	list, ok := o.starts[wait.Subject]
	if !ok {
		list = order.Joined(o.p, wait)
		o.starts[wait.Subject] = list
	}
	return list
}

func (o *orderer) check(t *order.Timeline) {
	o.underSenders(t)
	closed := t.All(order.Closes)
	if len(closed) == 0 {
		return
	}
	waiting, stopping := t.All(order.Waits), t.All(order.Stops)
	for _, rel := range closed {
		if o.reported[rel.At()] {
			continue
		}
		if !o.underGoroutine(t, rel, waiting) {
			o.underServer(t, rel, stopping)
		}
	}
}
