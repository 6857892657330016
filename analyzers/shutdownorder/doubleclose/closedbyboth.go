package doubleclose

import (
	"fmt"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/closesonce"
)

// reportSeenAs reports the Close of what others know as something that is closed more
// than once.
func reportSeenAs(p *check.Pass, once *closesonce.Result, fn *types.Func) bool {
	m := once.Methods()[fn]
	if !m.Builtin || fn.Name() != "Close" {
		return false
	}
	name := seenAs(p, syntax.ReceiverType(fn))
	if name == "" {
		return false
	}
	p.Report(check.Finding{
		At: m.Call,
		Message: fmt.Sprintf("the second close panics: every call of %s closes %s, and callers of %s call it more than once",
			fn.Name(), p.Source(m.Call.Args[0]), name),
		Fix: fixOnce(p, m.Call),
	})
	return true
}

// closedByBoth returns the method among those before fn that closes the same channel, if
// neither does it by calling the other.
func closedByBoth(once *closesonce.Result, before []*types.Func, fn *types.Func) *types.Func {
	m := once.Methods()[fn]
	for _, other := range before {
		o := once.Methods()[other]
		if o.Path == m.Path && !o.Own && !m.Own && syntax.ReceiverType(other) == syntax.ReceiverType(fn) && !told(fn) && !told(other) {
			return other
		}
	}
	return nil
}

func reportClosedByBoth(p *check.Pass, once *closesonce.Result, other, fn *types.Func) {
	m, o := once.Methods()[fn], once.Methods()[other]
	f := check.Finding{
		At: m.Call,
		Message: fmt.Sprintf("calling both %[1]s and %[4]s panics with \"close of closed channel\": every call closes %[2]s%[3]s (%[5]s)",
			fn.Name(), fn.Signature().Recv().Name(), m.Path, other.Name(), p.Where(o.Call.Pos(), m.Call.Pos())),
		Trace: []check.Hop{{Pos: o.Call.Pos(), Message: "closed here too"}},
	}
	if m.Builtin && o.Builtin {
		f.Fix = fixOnce(p, m.Call, o.Call)
	}
	p.Report(f)
}

// told reports whether callers of fn pass it more than a context: the outcome of something,
// which there is one of, by the one method or the other.
func told(fn *types.Func) bool {
	for param := range fn.Signature().Params().Variables() {
		switch callmatch.TypeName(param.Type()) {
		case "context.Context", "time.Duration":
		default:
			return true
		}
	}
	return false
}
