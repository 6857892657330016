package goroutineleak

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/signals"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// A leak is a channel whose senders are left behind.
type leak struct {
	owner    *owner
	escape   *escape
	siblings []*owner // of other channels, with the same senders
}

// leaksOf returns the leaks of the package's channels, those in known left out.
func leaksOf(p *check.Pass, known map[*ssaflow.Class]bool) []*leak {
	var list []*leak
	for _, o := range owners(p) {
		if known[o.class] || p.Quiet(o.birth.Pos()) {
			continue
		}
		e := o.escape()
		switch {
		case e == nil:
			p.Safe(check.Span(o.makePos(), o.makePos()), "the channel, whose sends are all received or buffered", verdict.Handled, o.birth.Pos())
		case !addSibling(list, o):
			list = append(list, &leak{owner: o, escape: e})
		}
	}
	return list
}

// staysAtWork reports whether fn serves, or waits for signals: it runs for as long as the
// program works, and returns when that ends.
func staysAtWork(p *check.Pass, fn *ssa.Function) bool {
	decl, ok := topOf(fn).Syntax().(*ast.FuncDecl)
	return ok && decl.Body != nil && signals.Of(p.Pass).Stays(decl.Body)
}

// addSibling adds o to the owner in list of another channel of the same function
// that leaks by the same send, and reports whether there is one.
func addSibling(list []*leak, o *owner) bool {
	i := slices.IndexFunc(list, func(l *leak) bool { return o.exact && l.owner.class == o.class && l.owner.fn == o.fn })
	if i >= 0 {
		list[i].siblings = append(list[i].siblings, o)
	}
	return i >= 0
}

// doubts returns what speaks against a leak by these sends: it ends with the process, or
// one goroutine is left behind in the life of the owner, or the senders may be through.
func (l *leak) doubts(p *check.Pass, sends []*ssa.Send) []check.Doubt {
	var list []check.Doubt
	if e := l.escape; e.at != l.owner.birth {
		list = endsWithProcess(p, l.owner.fn)
	}
	if paced(l.owner.class, l.escape.sender.at) || endsOfServers(p, sends) {
		list = append(list, check.Doubting(verdict.OneLeft, l.escape.sender.at.Pos()))
	}
	if l.owner.class.Foreign && !l.owner.class.Elements {
		list = append(list, check.Doubting(verdict.Escapes, l.owner.makePos()))
	}
	if _, inMap := l.escape.sender.at.(*ssa.MapUpdate); inMap && deletes(l.owner.fn) {
		list = append(list, check.Doubting(verdict.Alternatives, l.escape.sender.at.Pos()))
	}
	if l.escape.sent == many && l.owner.size > 1 {
		list = append(list, check.Doubting(verdict.UnknownLimit, l.owner.makePos()))
	}
	if l.escape.joined.IsValid() {
		list = append(list, check.Doubting(verdict.MayWait, l.escape.joined))
	}
	return list
}

// deletes reports whether a function, or a literal in it, takes something out of a map: who
// sends may not find the channel any more.
func deletes(fn *ssa.Function) bool {
	return slices.ContainsFunc(calls(fn), func(call ssa.CallInstruction) bool {
		builtin, ok := call.Common().Value.(*ssa.Builtin)
		return ok && builtin.Name() == "delete"
	}) || slices.ContainsFunc(fn.AnonFuncs, deletes)
}

// endsOfServers reports whether all that is sent is how a server ended: there is
// one in the life of the program, and nothing goes on that would miss it.
func endsOfServers(p *check.Pass, sends []*ssa.Send) bool {
	return !slices.ContainsFunc(sends, func(send *ssa.Send) bool {
		call, ok := send.X.(*ssa.Call)
		if !ok {
			return true
		}
		fn := call.Call.StaticCallee()
		if fn == nil {
			return true
		}
		obj, ok := fn.Object().(*types.Func)
		return !ok || !signals.Of(p.Pass).Serves(obj)
	})
}
