package blockedsend

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
	"github.com/lifecyclelint/lifecyclelint/internal/ssaflow"
)

// onlyLogged reports whether an error is compared with nil and printed, and nothing else.
func onlyLogged(v ssa.Value, depth int) bool {
	return depth > 0 && !slices.ContainsFunc(ssabuild.Referrers(v), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
			return false
		case *ssa.MakeInterface:
			return !onlyLogged(ref, depth-1)
		case *ssa.ChangeInterface:
			return !onlyLogged(ref, depth-1)
		case *ssa.Slice:
			return !onlyLogged(ref, depth-1)
		case *ssa.Store:
			at, ok := ref.Addr.(*ssa.IndexAddr) // of a variadic call
			return !ok || !onlyLogged(at.X, depth-1)
		case *ssa.IndexAddr: // other arguments of that
			return false
		case *ssa.Call:
			if logs(&ref.Call) {
				return false
			}
			made := ref.Call.StaticCallee()
			fields := made != nil && made.Pkg != nil && logPackage(made.Pkg.Pkg.Path()) || ref.Call.IsInvoke() && ref.Call.Value == v
			return !fields || !onlyLogged(ref, depth-1) // zap.Error(err), err.Error()
		}
		return true
	})
}

// quietExit returns the return to which a block leads without a branch, and whether nothing is done before it but
// to print.
func quietExit(b *ssa.BasicBlock) (*ssa.Return, bool) {
	for range 4 {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				return instr, true
			case *ssa.Send, *ssa.MapUpdate, *ssa.Go, *ssa.Select, *ssa.If:
				return nil, false
			case *ssa.Store:
				if _, variadic := instr.Addr.(*ssa.IndexAddr); !variadic {
					return nil, false
				}
			case *ssa.Call:
				made := instr.Call.StaticCallee()
				if !logs(&instr.Call) && !(made != nil && made.Pkg != nil && logPackage(made.Pkg.Pkg.Path())) && ssaflow.ShortName(&instr.Call) != "error.Error" && ssaflow.Callee(&instr.Call) != "(*sync.WaitGroup).Done" {
					return nil, false
				}
			}
		}
		if len(b.Succs) != 1 {
			return nil, false
		}
		b = b.Succs[0]
	}
	return nil, false
}

// logs reports whether a call prints what it is passed.
func logs(call *ssa.CallCommon) bool {
	fn := ssaflow.Object(call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	name := fn.Name()
	if fn.Pkg().Path() == "fmt" {
		return strings.HasPrefix(name, "Print") || strings.HasPrefix(name, "Fprint")
	}
	return logPackage(fn.Pkg().Path()) && fn.Signature().Results().Len() == 0 && !strings.HasPrefix(name, "Fatal") && !strings.HasPrefix(name, "Panic")
}

func logPackage(path string) bool {
	last := path[strings.LastIndex(path, "/")+1:]
	return strings.Contains(last, "log") || last == "zap" || strings.Contains(path, "logrus") || strings.Contains(path, "zerolog")
}
