package leftopen

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// accepted reports a connection that an accepting loop passes to a goroutine of its own, and nothing else has,
// where the goroutine returns without closing it:
//
//	conn, err := ln.Accept()
//	…
//	go s.handle(conn)
//
// It is the goroutine's to close: it does so on another path, or on none.
func accepted(p *check.Pass) {
	if !slices.ContainsFunc(p.Pkg.Imports(), func(pkg *types.Package) bool { return pkg.Path() == "net" }) {
		return
	}
	var model *resource.Package
	seen := make(map[*ssa.Parameter]bool)
	for _, start := range ssaflow.Of(p.Pass).Starts() {
		stmt, ok := start.Instr.(*ssa.Go)
		if !ok || len(start.Bodies) != 1 || !start.Complete || p.Quiet(stmt.Pos()) {
			continue
		}
		fn, args := start.Bodies[0], stmt.Call.Args
		for i, arg := range args {
			call := acceptedBy(arg)
			if call == nil || len(args) != len(fn.Params) || seen[fn.Params[i]] || !onlyFor(arg, stmt) {
				continue
			}
			seen[fn.Params[i]] = true
			if model == nil {
				model = resource.New(ssabuild.Of(p.Pass).Funcs)
			}
			judgeAccepted(p, model, call, fn.Params[i])
		}
	}
}

// acceptedBy returns the call of Accept whose connection a value is, nil if it is none.
func acceptedBy(v ssa.Value) *ssa.Call {
	result, ok := v.(*ssa.Extract)
	if !ok || result.Index != 0 {
		return nil
	}
	call, ok := result.Tuple.(*ssa.Call)
	if !ok || !catalog.AcceptsConn[ssaflow.Callee(&call.Call)] {
		return nil
	}
	return call
}

// onlyFor reports whether nothing gets a connection but a go statement, and methods of its own.
func onlyFor(conn ssa.Value, stmt *ssa.Go) bool {
	return !slices.ContainsFunc(ssabuild.Referrers(conn), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.Go:
			return ref != stmt
		case *ssa.Call:
			return receiver(&ref.Call) != conn || slices.Contains(ref.Call.Args[min(len(ref.Call.Args), boolInt(!ref.Call.IsInvoke())):], conn)
		}
		return true
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// judgeAccepted reports the returns of a goroutine that leave its connection open.
func judgeAccepted(p *check.Pass, model *resource.Package, call *ssa.Call, conn *ssa.Parameter) {
	entry := conn.Parent().Blocks[0].Instrs[0]
	if begin, ok := entry.(ssa.CallInstruction); ok && (slices.Contains(begin.Common().Args, ssa.Value(conn)) || begin.Common().Value == ssa.Value(conn)) {
		return // a deferred Close, mostly
	}
	fate := model.Follow(&resource.Opening{At: entry, Value: conn, Ends: catalog.ClosesByName})
	if len(fate.Leaks) == 0 || len(fate.Gone) > 0 || len(fate.Hidden) > 0 {
		return
	}
	var exits []site.Exit
	for _, leak := range fate.Leaks {
		if ret, ok := leak.Exit.(*ssa.Return); ok {
			exits = append(exits, site.ReturnAt(p, ret))
		}
	}
	if len(exits) == 0 {
		return
	}
	f := check.Finding{
		At: exits[0].At,
		Message: fmt.Sprintf("%s, accepted at %s, stays open on this return: its descriptor stays in use, and the client waits",
			conn.Name(), p.Where(call.Pos(), exits[0].At.Pos())),
		Trace: []check.Hop{{Pos: call.Pos(), Message: "accepted here, and passed to this goroutine alone"}},
	}
	for _, other := range exits[1:min(len(exits), 4)] {
		f.Trace = append(f.Trace, check.Hop{Pos: other.At.Pos(), Message: "also open here"})
	}
	p.Report(f)
}
