package unjoinedworker

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/lifetime"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/waitgroup"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/lasting"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/worker"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// This file finds work that is started for each call, and dropped when the program ends:
//
//	func (s *Service) Finish(job Job) error {
//		…
//		go s.mailer.Send(job.Owner, report) // interrupted when the program ends
//		return nil
//	}

// reportLost reports a goroutine that stores or sends something and ends by itself, when
// nothing waits for it.
func reportLost(p *check.Pass, s ssaflow.Start, work *lifetime.LostCall, lives *lifetime.Lifetimes) {
	cur, ok := ssainstr.CursorAt(p, s.Instr.Pos())
	if !ok {
		return
	}
	flow := ssaflow.Of(p.Pass)
	for c := range cur.Enclosing((*ast.GoStmt)(nil)) {
		stmt := c.Node().(*ast.GoStmt)
		if slices.ContainsFunc(s.Bodies, func(fn *ssa.Function) bool { return worker.Tells(flow, fn) }) {
			p.Safe(syntax.Keyword{At: stmt.Pos(), Text: "go"}, "the goroutine", verdict.Joined, s.Bodies[0].Pos())
			return
		}
		p.Report(check.Finding{
			At: stmt.Call.Fun,
			Message: fmt.Sprintf("%s at %s is lost when the program ends: nothing waits for %s",
				work.What, p.Where(work.At, stmt.Pos()), workerName(p, c)),
			Trace:  []check.Hop{{Pos: stmt.Pos(), Message: "started here"}, {Pos: work.At, Message: "may still be running here, or not have begun, when the program ends"}},
			Doubts: append(lives.OfLost(s, work), resumed(flow, work)...),
			Fix:    fixLost(p, c),
		})
		return
	}
}

// resumed returns the doubt of work that is started again when the program is, for what has been
// stored: in a loop of a function that is named for that.
//
//	func (q *Queue) Load() error { …; for _, item := range items { go item.Send(q) }; … }
func resumed(flow *ssaflow.Flow, work *lifetime.LostCall) []check.Doubt {
	does := func(fn *ssa.Function) bool {
		decl, ok := fn.Syntax().(*ast.FuncDecl)
		return ok && decl.Pos() <= work.At && work.At < decl.End()
	}
	for _, s := range flow.Starts() {
		at := s.Instr
		if slices.ContainsFunc(catalog.Words(at.Parent().Name()), catalog.Resumes) && ssaflow.Reaches(at.Block(), at.Block()) && slices.ContainsFunc(startedToo(flow, s.Bodies), does) {
			return []check.Doubt{check.Doubting(verdict.Resumed, at.Pos())}
		}
	}
	return nil
}

// lostBy returns what the goroutine stores or sends, nil if it does neither, or runs until
// it is stopped.
func lostBy(p *check.Pass, s ssaflow.Start) *lifetime.LostCall {
	callee := ssaflow.Object(s.Instr.Common())
	switch {
	case slices.ContainsFunc(sharedWith(s), func(v share) bool { return v.direct && isConnection(v.value.Type()) }):
	case s.Complete && len(s.Bodies) > 0:
		if waitgroup.EndsAlone(ssaflow.Of(p.Pass), s.Bodies) {
			return lostIn(p, s.Bodies)
		}
	case callee != nil && keeps(p, callee):
		return newLostCall(callee, s.Instr)
	}
	return nil
}

func newLostCall(callee *types.Func, call ssa.CallInstruction) *lifetime.LostCall {
	name, what := callee.Name(), "the call of "+callee.Name()
	if recv := callee.Signature().Recv(); recv != nil && catalog.Requests[callmatch.TypeName(callmatch.Deref(recv.Type()))] {
		what = "the request"
	}
	return &lifetime.LostCall{
		CutOff:    lifetime.CutOff{What: what, At: call.Pos()},
		TakesAway: catalog.TakesAway(name),
		Sends:     catalog.NamedSend(name),
	}
}

// lostIn finds what goroutines store, else what they send or take away.
func lostIn(p *check.Pass, bodies []*ssa.Function) *lifetime.LostCall {
	var less *lifetime.LostCall
	flow := ssaflow.Of(p.Pass)
	for _, fn := range startedToo(flow, bodies) {
		if !slices.Contains(bodies, fn) && !waitgroup.EndsAlone(flow, []*ssa.Function{fn}) {
			continue // a worker that they start
		}
		for _, call := range ssainstr.Calls(fn) {
			callee := ssaflow.Object(call.Common())
			if callee == nil || !call.Common().IsInvoke() && call.Common().StaticCallee().Pkg == fn.Pkg || !keeps(p, callee) {
				continue
			}
			lost := newLostCall(callee, call)
			lost.Sends = lost.Sends || catalog.NamedSend(fn.Name()) && catalog.NamedPost(callee.Name())
			if !lost.TakesAway && !lost.Sends {
				return lost
			}
			less = cmp.Or(less, lost)
		}
	}
	return less
}

// keeps reports whether a function of another package stores something, or sends it: it is
// of the standard library, or its code shows it, or its name if its code is not known. What
// is sent to a connected peer ends with the connection.
func keeps(p *check.Pass, callee *types.Func) bool {
	known, name := lasting.Of(p.Pass), callmatch.Name(callee)
	recv := callee.Signature().Recv()
	switch {
	case callee.Pkg() != nil && callee.Pkg().Path() == check.RuntimePath:
		return false // its Send is one on a channel
	case catalog.LastingChanges[name] != 0:
		return catalog.LastingChanges[name] == catalog.Stores
	case recv != nil && (toPeer(recv.Type()) || types.IsInterface(recv.Type()) && callee.Name() == "Write"):
		return false // its implementation is not known here
	case catalog.Datagram(callee.Name()) || writesTo(callee.Signature()) || !catalog.StoresOrSends(callee.Name()):
		return false
	case recv != nil && types.IsInterface(recv.Type()) && delivers(callee):
		return true
	case callmatch.Foreign(p.Pass, callee) || recv != nil && types.IsInterface(recv.Type()):
		return known.Changes(callee) && callmatch.CanFail(callee.Signature())
	}
	return known.Shown(callee)
}

// delivers reports whether a method is named for sending its argument to a recipient that
// is named by another one, and returns nothing: it is made to be started.
//
//	go sender.Send(message, recipient)
func delivers(method *types.Func) bool {
	sig := method.Signature()
	if sig.Results().Len() > 0 || !catalog.NamedSend(method.Name()) || sig.Params().Len() < 2 {
		return false
	}
	basic, ok := sig.Params().At(sig.Params().Len() - 1).Type().Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// writesTo reports whether a function is given what it writes to.
func writesTo(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if callmatch.TypeName(v.Type()) == "io.Writer" || isConnection(v.Type()) {
			return true
		}
	}
	return false
}

// toPeer reports whether what is sent by a value of type t goes to the other end of a
// connection or stream: it can receive, too.
func toPeer(t types.Type) bool {
	return isConnection(t) || slices.ContainsFunc(catalog.PeerMethods, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		_, ok := obj.(*types.Func)
		return ok
	})
}

// startedToo returns the functions of the package that the goroutines run, and those that they
// start in turn.
func startedToo(flow *ssaflow.Flow, bodies []*ssa.Function) []*ssa.Function {
	list := slices.Clone(bodies)
	for i := 0; i < len(list); i++ {
		for _, call := range ssainstr.Calls(list[i]) {
			callees, _ := flow.Callees(call)
			for _, c := range callees {
				if !slices.Contains(list, c) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}
