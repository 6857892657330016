package callwithoutcontext

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/ctxbackground/internal/intent"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ctxscope"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/ctxuse"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/outbound"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// doubts returns what speaks for a call without the context.
func doubts(p *check.Pass, cur inspector.Cursor, v *variant, given *ctxscope.Source) (list []check.Doubt) {
	at := cur.Node().Pos()
	add := func(d *verdict.Doubt) { list = append(list, check.Doubting(d, at)) }
	if pos, ok := intent.AtTheEndOf(p, cur); ok {
		list = append(list, check.Doubting(verdict.Deliberate, pos))
	}
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		if name := fn.Node().(*ast.FuncDecl).Name; intent.StartsSomething(name.Name) {
			list = append(list, check.Doubting(verdict.Bootstrap, name.Pos()))
		}
	}
	list = append(list, sentDoubts(v)...)
	switch {
	case catalog.CommandCarriers[callmatch.TypeName(given.Var.Type())]:
		add(verdict.ByHand)
	case changes(p, v) && given.Kind == "carrier":
		add(verdict.Deliberate) // the client has asked for it, and may leave
	case callmatch.Name(v.fn) == "os/exec.Command" && (leaves(p, cur) || detached(p, cur, v)):
		add(verdict.Deliberate)
	case endsWithTransaction(v):
		add(verdict.OtherEnd)
	case v.source == "" && v.setter == "" || callmatch.Name(v.fn) == "(*net.Dialer).Dial" || strings.HasPrefix(callmatch.Name(v.fn), "net.Lookup"):
		add(verdict.UnknownLimit) // of the client, dialer or resolver
	case ofLimitedClient(cur):
		add(verdict.UnknownLimit)
	case v.sibling != nil && (!asks(p, v) || constructs(v)):
		add(verdict.NotAsked)
	}
	return list
}

// asks reports whether the end of a context may end the work of a sibling, as far as is known: of the
// standard library it does, and of one behind an interface nothing is known.
func asks(p *check.Pass, v *variant) bool {
	if catalog.ContextSeldomAsked[callmatch.Name(v.fn)] {
		return false
	}
	recv := v.fn.Signature().Recv()
	if callmatch.Std(v.fn) || recv != nil && types.IsInterface(recv.Type()) || outbound.Of(p.Pass).Sends(v.fn) {
		return true
	}
	use := ctxuse.Of(p.Pass)
	return use.Asks(v.sibling, 0) || use.Kept(v.sibling, 0) // by what keeps it, perhaps
}

// ofLimitedClient reports whether a call is in a literal that a client with a Timeout dials with.
func ofLimitedClient(cur inspector.Cursor) bool {
	dials := false
	for c := range cur.Enclosing((*ast.KeyValueExpr)(nil), (*ast.CompositeLit)(nil)) {
		switch n := c.Node().(type) {
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			dials = dials || ok && catalog.TransportDials[key.Name]
		case *ast.CompositeLit:
			if dials && astindex.LitField(n, "Timeout") != nil {
				return true
			}
		}
	}
	return false
}

// changes reports whether a call may change what lasts.
func changes(p *check.Pass, v *variant) bool {
	name := v.fn.Name()
	return catalog.Statements[name] || catalog.ChangesWhatLasts(name)
}

// leaves reports whether the function starts commands and does not wait for them itself, or ends
// them by other means.
func leaves(p *check.Pass, cur inspector.Cursor) bool {
	fn, _ := astindex.FuncAround(cur)
	starts, ends, runs, waits := false, false, false, false
	ast.Inspect(astindex.DeclAround(cur), func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || callmatch.TypeName(p.TypesInfo.TypeOf(sel.X)) != "os/exec.Cmd" {
			return true
		}
		starts = starts || sel.Sel.Name == "Start"
		waits = waits || sel.Sel.Name == "Wait" && within(fn, sel)
		runs = runs || slices.Contains([]string{"Wait", "Run", "Output", "CombinedOutput"}, sel.Sel.Name)
		ends = ends || sel.Sel.Name == "Process"
		return true
	})
	return ends || starts && !waits || !runs
}

// within reports whether a node is of a function itself, and not of a literal in it.
func within(fn inspector.Cursor, n ast.Node) bool {
	at, ok := fn.FindNode(n)
	if !ok {
		return false
	}
	around, ok := astindex.FuncAround(at)
	return ok && around == fn
}

// endsWithTransaction reports whether a call is one of a transaction, which ends with the
// context that it was begun with.
func endsWithTransaction(v *variant) bool {
	recv := v.fn.Signature().Recv()
	if recv == nil {
		return false
	}
	named := callmatch.Named(recv.Type())
	return named != nil && (named.Obj().Name() == "Tx" || named.Obj().Name() == "Stmt")
}
