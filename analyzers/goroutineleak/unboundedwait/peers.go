package unboundedwait

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/goroutineleak/internal/ssainstr"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// reportPeers reports a wait for goroutines each of which serves a connection that the package accepts, where
// nothing closes the connections that are open at the stop:
//
//	func (s *server) Stop() { s.ln.Close(); s.readers.Wait() } // returns when the last client has left
//
//	s.readers.Go(func() { s.read(conn) }) // no deadline, and conn is kept nowhere
//
// Silent where the connection is kept, is passed to code that is not known, or has a deadline.
func reportPeers(p *check.Pass, flow *ssaflow.Flow, w *joinWait) bool {
	for _, start := range flow.Starts() {
		if len(start.Bodies) != 1 || !slices.Contains(w.bodies, start.Bodies[0]) || p.Quiet(start.Instr.Pos()) {
			continue
		}
		conn := acceptedIn(start.Instr.Parent())
		if conn == nil {
			continue
		}
		peer := &peer{seen: make(map[ssa.Value]bool), body: start.Bodies[0]}
		peer.visit(conn, 4)
		if peer.ends || !peer.reaches || !peer.loops {
			continue
		}
		cur, ok := ssainstr.CursorAt(p, start.Instr.Pos())
		if !ok {
			continue
		}
		p.Report(check.Finding{
			At: cur.Node(),
			Message: fmt.Sprintf("the wait in %s (%s) ends when the last client has left: the goroutine started here serves a connection that nothing closes when it stops",
				ssainstr.FuncName(w.at.Parent()), p.Where(w.at.Pos(), start.Instr.Pos())),
			Trace: []check.Hop{{Pos: conn.Pos(), Message: "accepted here"}, {Pos: w.at.Pos(), Message: "waited for here"}},
		})
		return true
	}
	return false
}

// acceptedIn returns the connection that a function accepts.
func acceptedIn(fn *ssa.Function) ssa.Value {
	for instr := range ssaflow.Instrs(fn) {
		ex, ok := instr.(*ssa.Extract)
		if !ok || ex.Index != 0 {
			continue
		}
		if call, ok := ex.Tuple.(*ssa.Call); ok && catalog.Accepts[ssaflow.Callee(&call.Call)] {
			return ex
		}
	}
	return nil
}

// A peer follows a connection through a function, its literals, and the functions of the package that get it.
type peer struct {
	seen    map[ssa.Value]bool
	body    *ssa.Function
	reaches bool // the body of the goroutine has it
	loops   bool // what has it works in a loop
	ends    bool // something else may end it, or a deadline does
}

func (c *peer) visit(v ssa.Value, depth int) {
	if c.seen[v] || c.ends || v.Referrers() == nil {
		return
	}
	c.seen[v] = true
	fn := v.Parent()
	c.reaches = c.reaches || fn == c.body
	c.loops = c.loops || c.reaches && fn != nil && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return ssaflow.Reaches(b, b) })
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Extract, *ssa.UnOp:
			c.visit(ref.(ssa.Value), depth)
		case *ssa.Store:
			local, ok := ref.Addr.(*ssa.Alloc)
			if c.ends = c.ends || !ok; ok {
				c.visit(local, depth)
			}
		case *ssa.MakeClosure:
			for i, bound := range ref.Bindings {
				if bound == v {
					c.visit(ref.Fn.(*ssa.Function).FreeVars[i], depth)
				}
			}
		case ssa.CallInstruction:
			c.call(ref, v, depth)
		case *ssa.MapUpdate, *ssa.Send, *ssa.Return, *ssa.Phi:
			c.ends = true
		}
	}
}

// call follows a connection into a call.
func (c *peer) call(instr ssa.CallInstruction, v ssa.Value, depth int) {
	call := instr.Common()
	if call.IsInvoke() && call.Value == v {
		_, deferred := instr.(*ssa.Defer)
		name := call.Method.Name()
		c.ends = c.ends || strings.Contains(name, "Deadline") || name == "Close" && !deferred && v.Parent().Parent() != nil && v.Parent() != c.body
		return
	}
	callee := call.StaticCallee()
	switch {
	case callee == nil || depth == 0:
		c.ends = true
	case len(callee.Blocks) > 0 && callee.Pkg == instr.Parent().Pkg:
		for i, arg := range call.Args {
			if arg == v && i < len(callee.Params) {
				c.visit(callee.Params[i], depth-1)
			}
		}
	default:
		name := ssaflow.Callee(call)
		c.ends = c.ends || strings.Contains(name, "Deadline") || !readers[strings.SplitN(strings.TrimLeft(name, "(*"), ".", 2)[0]]
	}
}

// readers are packages whose functions read from a connection that they are passed, or write to it, and keep it no
// longer than that.
var readers = map[string]bool{"bufio": true, "io": true, "encoding/json": true, "encoding/gob": true, "encoding/binary": true, "fmt": true}
