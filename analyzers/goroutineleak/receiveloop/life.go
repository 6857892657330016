package receiveloop

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// A life follows a connection to what may end a read from it that a loop is blocked in.
type life struct {
	flow     *ssaflow.Flow
	loop     *ssa.Function // with the loop
	seen     map[ssa.Value]bool
	ended    token.Pos // what closes it, or sets a deadline, during the read
	handedIn token.Pos // a caller that is not known here has it, too
	unknown  bool      // so has other code
}

// up follows the connection to where it is made, and from there to all that get it.
func (l *life) up(conn ssa.Value, depth int) {
	switch v := conn.(type) {
	case *ssa.FreeVar:
		if b := ssaflow.Binding(v); b != nil {
			l.up(b, depth)
			return
		}
		l.unknown = true
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			l.up(x, depth)
		default:
			l.unknown = true
		}
	case *ssa.Alloc:
		if stored := ssaflow.OnlyStore(v); stored != nil {
			l.up(stored, depth)
			return
		}
		l.unknown = true
	case *ssa.Parameter:
		l.param(v, depth)
	case *ssa.Extract, *ssa.Call, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert:
		l.down(conn, nil)
	default:
		l.unknown = true
	}
}

// param follows a parameter into the calls of its function.
func (l *life) param(v *ssa.Parameter, depth int) {
	l.down(v, nil)
	fn := v.Parent()
	calls, complete := l.flow.Callers(fn)
	i := slices.Index(fn.Params, v)
	if !complete || len(calls) == 0 || depth == 0 {
		l.handedIn = v.Pos()
		return
	}
	for _, call := range calls {
		args := call.Common().Args
		if call.Common().IsInvoke() || i >= len(args) {
			l.handedIn = v.Pos()
			continue
		}
		l.above(args[i], call, depth-1)
	}
}

// above follows what a call passes; what comes after a call that does not start a goroutine is no end of a read
// in it.
func (l *life) above(arg ssa.Value, call ssa.CallInstruction, depth int) {
	if param, ok := arg.(*ssa.Parameter); ok {
		l.down(param, call)
		l.param(param, depth)
		return
	}
	if _, made := arg.(*ssa.Extract); made {
		l.down(arg, call)
		return
	}
	l.up(arg, depth)
}

// down follows a value to what is done with it. The call is what leads to the loop, if that is in another function.
func (l *life) down(v ssa.Value, call ssa.CallInstruction) {
	if l.seen[v] || l.unknown {
		return
	}
	l.seen[v] = true
	for _, ref := range ssabuild.Referrers(v) {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp, *ssa.If:
		case *ssa.MakeInterface:
			l.down(ref, call)
		case *ssa.ChangeInterface:
			l.down(ref, call)
		case *ssa.Phi:
			l.down(ref, call)
		case *ssa.TypeAssert:
			l.unknown = true
		case *ssa.UnOp:
			l.down(ref, call)
		case *ssa.Store:
			cell, ok := ref.Addr.(*ssa.Alloc)
			switch {
			case !ok:
				l.unknown = l.unknown || ref.Val == v
			case ref.Val == v:
				l.down(cell, call)
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == v {
					l.down(ref.Fn.(*ssa.Function).FreeVars[i], call)
				}
			}
		case ssa.CallInstruction:
			l.use(v, ref, call)
		default:
			l.unknown = true
		}
	}
}

// use looks at a call of a method of the connection, or one that passes it.
func (l *life) use(v ssa.Value, call, toLoop ssa.CallInstruction) {
	if call == toLoop {
		return
	}
	common := call.Common()
	name, on := "", false
	if fn := ssaflow.Object(common); fn != nil {
		name = fn.Name()
		on = common.IsInvoke() && common.Value == v || fn.Signature().Recv() != nil && !common.IsInvoke() && len(common.Args) > 0 && common.Args[0] == v
	}
	if on {
		if ends(name) && l.during(call, name, toLoop) {
			l.ended = call.Pos()
		}
		return
	}
	maker := ssaflow.Callee(common)
	if catalog.ReaderWraps[maker] || writes(maker) {
		return
	}
	callee := common.StaticCallee()
	if callee == nil || callee.Pkg != call.Parent().Pkg || len(callee.Blocks) == 0 {
		l.unknown = true
		return
	}
	for i, arg := range common.Args {
		if arg == v && i < len(callee.Params) && callee != l.loop {
			l.down(callee.Params[i], nil)
		}
	}
}

// during reports whether a call may close the connection, or set a deadline for it, while the loop reads.
func (l *life) during(call ssa.CallInstruction, name string, toLoop ssa.CallInstruction) bool {
	if name == "SetDeadline" || name == "SetReadDeadline" {
		return true
	}
	_, deferred := call.(*ssa.Defer)
	in := call.Parent()
	if in == l.loop {
		return false // before or after the loop, or by itself
	}
	if toLoop == nil || toLoop.Parent() != in {
		return in.Parent() != l.loop || !deferredOnly(in)
	}
	_, starts := toLoop.(*ssa.Go)
	return starts && (deferred || ssaflow.Follows(toLoop, call))
}

// deferredOnly reports whether a literal is only deferred by the function around it.
func deferredOnly(fn *ssa.Function) bool {
	for instr := range ssaflow.Instrs(fn.Parent()) {
		mk, ok := instr.(*ssa.MakeClosure)
		if !ok || mk.Fn != fn {
			continue
		}
		return !slices.ContainsFunc(ssabuild.Referrers(mk), func(ref ssa.Instruction) bool {
			_, isDefer := ref.(*ssa.Defer)
			_, debug := ref.(*ssa.DebugRef)
			return !isDefer && !debug
		})
	}
	return false
}

// writes reports whether a function only writes what it is given, or makes a writer.
func writes(name string) bool {
	switch name {
	case "fmt.Fprintf", "fmt.Fprintln", "fmt.Fprint", "io.WriteString", "bufio.NewWriter", "bufio.NewWriterSize", "encoding/json.NewEncoder":
		return true
	}
	return false
}
